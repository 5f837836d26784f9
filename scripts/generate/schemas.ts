import { zodToJsonSchema } from 'zod-to-json-schema';
import { ConfigSchema } from '../../packages/core/src/model/schemas/config.js';
import { KaizenResultSchema } from '../../packages/core/src/model/schemas/kaizen.js';
import { ClaimsFileSchema, StagesFileSchema } from '../../packages/core/src/model/schemas/stages.js';
import { VerdictSchema } from '../../packages/core/src/model/schemas/verdict.js';
import type { Generated } from './files.js';

interface Published {
  readonly file: string;
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly schema: Parameters<typeof zodToJsonSchema>[0];
}

const PUBLISHED: readonly Published[] = [
  {
    file: 'schemas/claims.schema.json',
    id: 'urn:verifier:schema:claims:1',
    title: 'claims of a run',
    description: 'claims.json in the folder of a run: what the change promises, made of task, issue and the like by the intent stage. Objects are closed: there are no further keys.',
    schema: ClaimsFileSchema,
  },
  {
    file: 'schemas/config.schema.json',
    id: 'urn:verifier:schema:config:1',
    title: 'verifier configuration',
    description: 'verifier.config.json: what `verifier check` does in this repository unless the command line says otherwise.',
    schema: ConfigSchema,
  },
  {
    file: 'schemas/kaizen-verifier-result.schema.json',
    id: 'urn:verifier:schema:kaizen-verifier-result:1',
    title: 'verifier result for kaizen-loop',
    description: 'What verifier writes to KAIZEN_VERIFIER_RESULT_PATH and to stdout when kaizen-loop calls it. Objects are closed: there are no further keys.',
    schema: KaizenResultSchema,
  },
  {
    file: 'schemas/stages.schema.json',
    id: 'urn:verifier:schema:stages:1',
    title: 'the opt-in stages of a run',
    description: 'stages.json in the folder of a run: claims, findings, evidence and what the stages alone say of the change. Objects are closed: there are no further keys.',
    schema: StagesFileSchema,
  },
  {
    file: 'schemas/verdict.schema.json',
    id: 'urn:verifier:schema:verdict:1',
    title: 'verifier verdict',
    description: 'What `verifier check` prints and writes. Objects are closed: there are no further keys.',
    schema: VerdictSchema,
  },
];

export function schemaFiles(): Promise<Generated> {
  return Promise.resolve({ texts: new Map(PUBLISHED.map((one) => [one.file, `${JSON.stringify(toJsonSchema(one), null, 2)}\n`])), owns: ['schemas'] });
}

function toJsonSchema({ id, title, description, schema }: Published): object {
  const { $schema, ...body } = zodToJsonSchema(schema, { target: 'jsonSchema7', $refStrategy: 'none' });
  return { $schema, $id: id, title, description, ...body };
}

/** The configuration's keys with what is said of each, for the page about them. */
export function configProperties(): Record<string, { type?: string; enum?: readonly string[]; items?: object; description?: string }> {
  const { properties } = zodToJsonSchema(ConfigSchema, { $refStrategy: 'none' }) as { properties: ReturnType<typeof configProperties> };
  return properties;
}
