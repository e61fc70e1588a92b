/** Jobs of imports: marketplace files by family, and lists by their declaration. */
import type { JobHandler } from '../contract/area.ts'
import { runImport } from './run-import.ts'
import { runResourceImport } from './resource-import.ts'
import { resourceImportJob } from './resource-upload.ts'

const run: JobHandler = async (house, payload, signal) => runImport(house, String(payload['importId']), signal)
/** Written by `startResourceImport`, checked there. */
const written = <T>(text: unknown): T | null => (typeof text === 'string' ? (JSON.parse(text) as T) : null)
const runResource: JobHandler = async (house, payload, signal) =>
  runResourceImport(house, String(payload['importId']), String(payload['type']), signal, {
    mapping: written(payload['mapping']),
    corrections: written(payload['corrections']) ?? [],
    leaving: written(payload['partial']),
  })
export const importJobs: Readonly<Record<string, JobHandler>> = { 'import.run': run, [resourceImportJob]: runResource }
