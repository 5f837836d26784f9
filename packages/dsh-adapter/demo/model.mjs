// A model that plays a script, over the interface that the harness speaks: OpenAI's chat completions as server-sent events.
import { createServer } from 'node:http';

/**
 * One step of a script. In the arguments of a call `$goal_id` and `$revision` stand for the newest goal that the model was
 * shown. A function is asked when its turn comes; it sees the texts that came since the last step.
 * @typedef {{ text?: string, calls?: readonly Call[], waitMs?: number }} Step
 * @typedef {{ name: string, args?: Readonly<Record<string, unknown>> }} Call
 * @typedef {Step | ((seen: readonly Seen[]) => Step | Promise<Step>)} Scripted
 * @typedef {{ role: string, text: string }} Seen
 * @typedef {{ script: string, seen: readonly Seen[], step: Step }} Exchange
 */

/**
 * Starts the model on 127.0.0.1. `scripts` are chosen by a word of the conversation's first message of a person; '' is for all others.
 * @param {Readonly<Record<string, readonly Scripted[]>>} scripts
 * @returns {Promise<{ url: string, exchanges: Exchange[], close: () => Promise<void> }>}
 */
export async function startModel(scripts) {
  const cursors = new Map();
  const exchanges = [];
  let calls = 0;

  const answer = async (request, response) => {
    const body = await bodyOf(request);
    if (!request.url.endsWith('/chat/completions') || body === null) {
      response.writeHead(404).end('{}');
      return;
    }
    const step = (body.tools ?? []).length === 0 ? { text: 'a title' } : await nextStep(body.messages); // titles offer no tools
    if (step.waitMs !== undefined) await new Promise((resolve) => { setTimeout(resolve, step.waitMs); });
    const send = (delta, finish = null, usage = undefined) => response.write(`data: ${JSON.stringify({ id: 'm', object: 'chat.completion.chunk', model: body.model, choices: [{ index: 0, delta, finish_reason: finish }], usage })}\n\n`);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (step.text !== undefined) send({ role: 'assistant', content: step.text });
    const tools = (step.calls ?? []).map(({ name, args = {} }, index) => ({ index, id: `call_${(calls += 1)}`, type: 'function', function: { name, arguments: JSON.stringify(withGoal(args, body.messages)) } }));
    if (tools.length > 0) send({ role: 'assistant', tool_calls: tools });
    send({}, tools.length > 0 ? 'tool_calls' : 'stop', { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 });
    response.end('data: [DONE]\n\n');
  };

  const nextStep = async (messages) => {
    const first = messages.filter(({ role }) => role === 'user').map(textOf);
    const script = Object.keys(scripts).filter((word) => word !== '').find((word) => first.some((text) => text.includes(word))) ?? '';
    const at = cursors.get(script) ?? 0;
    cursors.set(script, at + 1);
    const seen = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1).filter(({ role }) => role !== 'system').map((message) => ({ role: message.role, text: textOf(message) }));
    const scripted = scripts[script]?.[at] ?? { text: '(the script is over)' };
    const step = typeof scripted === 'function' ? await scripted(seen) : scripted;
    exchanges.push({ script, seen, step });
    return step;
  };

  const server = createServer((request, response) => { answer(request, response).catch((error) => { response.destroy(error); }); });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    exchanges,
    close: () => new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => { resolve(undefined); });
    }),
  };
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return null;
  }
}

const textOf = ({ content }) => (typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join(''));

function withGoal(args, messages) {
  const goal = goalIn(messages);
  return JSON.parse(JSON.stringify(args), (_key, value) => (value === '$goal_id' ? goal?.id : value === '$revision' ? goal?.revision : value));
}

function goalIn(messages) {
  for (const message of messages.toReversed()) {
    const found = message.role === 'tool' ? /"goal":\{"id":"([^"]+)","revision":(\d+)/.exec(textOf(message)) : null;
    if (found !== null) return { id: found[1], revision: Number(found[2]) };
  }
  return null;
}
