/** Documents: folders with who reads and writes, documents with their versions, policies that are confirmed. */
import type { Area } from '#platform/server/area.ts'
import { makeDocuments } from './demo.ts'
import { followDocuments, followVersions } from './documents.ts'
import { followFolders, oneTree } from './folders.ts'
import { documentModules } from './menu.ts'
import { documentTimed } from './nightly.ts'
import { oneWriter } from './one-writer.ts'
import { documentsEnglish } from './refusals-en.ts'
import { followRegulations } from './regulations.ts'
import { documentRoutes } from './routes.ts'
import { documentTables } from './tables.ts'

export const documents: Area = {
  name: 'documents',
  title: ['制度文档', 'Policies and documents'],
  resources: Object.values(documentTables),
  modules: documentModules,
  routes: documentRoutes,
  english: documentsEnglish,
  follows: {
    folder: followFolders,
    office_document: followDocuments,
    document_version: followVersions,
    regulation: followRegulations,
  },
  rowLocks: { folder: oneTree, office_document: oneWriter, document_version: oneWriter },
  timed: documentTimed,
  demo: makeDocuments,
}
