/** The import's job. */
import type { JobHandler } from '../area.ts'
import { runImport } from './run-import.ts'

const run: JobHandler = async (house, payload, signal) => runImport(house, String(payload['importId']), signal)
export const importJobs: Readonly<Record<string, JobHandler>> = { 'import.run': run }
