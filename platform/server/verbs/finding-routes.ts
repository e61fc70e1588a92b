/** What imports found not to follow, and what came out of it: one list over the files of all owners. */
import type { RouteMap } from '../contract/route.ts'
import { importFinding } from '../db/house-tables.ts'
import { storedSentence } from '../lists/stored-sentences.ts'
import { exportOf, list, update } from './verbs.ts'

const sentences = { what: storedSentence }

export const findingRoutes: RouteMap = {
  'POST /ImportFinding/list': list(importFinding, { words: sentences }),
  'POST /ImportFinding/update': update(importFinding),
  'POST /ImportFinding/listExport': exportOf(importFinding, sentences),
}
