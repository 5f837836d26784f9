// One process of `pnpm eval`: packages/core/eval/pool.ts starts it and sends it cases.
import path from 'node:path';
import { register } from 'tsx/esm/api';

register();
const { serve } = await import(path.resolve(import.meta.dirname, '../../packages/core/eval/worker.ts'));
serve();
