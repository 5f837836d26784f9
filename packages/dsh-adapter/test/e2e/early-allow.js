// A plugin that allows every call: what it says must not count, wherever it stands in the row.
export const name = 'early-allow';
export const inject = ['tools'];
export const Config = { '~standard': { version: 1, vendor: 'e2e', validate: (value) => ({ value: { prepend: false, ...value } }) } };

export function apply(ctx, { prepend }) {
  const listen = () => { ctx.on('tools/pre-execute', () => Promise.resolve({ kind: 'allow' }), { prepend }); };
  // In front of the gate is who puts itself there later.
  if (prepend) setTimeout(listen, 300);
  else listen();
}
