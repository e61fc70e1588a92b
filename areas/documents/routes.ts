/** Route map of folders, documents and policies. */
import type { RouteMap } from '#platform/server/area.ts'
import { signedIn } from '#platform/declare/operations.ts'
import { exportOf, family, list, one, remove, update } from '#platform/server/records.ts'
import { step } from '#platform/server/steps.ts'
import { documentVersion, officeDocument } from './document-tables.ts'
import { documentHandOver, newVersion, restore } from './documents.ts'
import { folderRoutes } from './folders.ts'
import { regulationRoutes } from './regulations.ts'

export const documentRoutes: RouteMap = {
  ...folderRoutes,
  ...family('document', officeDocument),
  'POST /document/newVersion': newVersion,
  'POST /document/handOver': documentHandOver,
  'POST /documentVersion/list': list(documentVersion),
  'GET /documentVersion/query/{id}': one(documentVersion),
  'POST /documentVersion/update': update(documentVersion),
  'POST /documentVersion/delete': remove(documentVersion),
  'POST /documentVersion/listExport': exportOf(documentVersion),
  'POST /document/putInForce': { ...step(documentVersion, 'putInForce'), demand: signedIn },
  'POST /document/takeBack': { ...step(documentVersion, 'takeBack'), demand: signedIn },
  'POST /documentVersion/restore': restore,
  ...regulationRoutes,
}
