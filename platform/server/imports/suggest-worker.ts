/** Worker thread of teaching (suggest-file.ts): a workbook blocks for seconds. */
import { parentPort, workerData } from 'node:worker_threads'
import { suggestFile, type SuggestTask } from './suggest-file.ts'

parentPort?.postMessage(await suggestFile(workerData as SuggestTask))
