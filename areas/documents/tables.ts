/** Tables of documents and policies, by name. */
import type { DatabaseOf } from '#platform/declare/resource.ts'
import { documentVersion, officeDocument } from './document-tables.ts'
import { folder } from './folder-tables.ts'
import { regulation, regulationReading, regulationVersion } from './regulation-tables.ts'

/** those that statements written by hand name */
const named = { folder, officeDocument, documentVersion, regulationReading, regulationVersion }
/** fields of a policy that statements name; a publishable record has no types of its own */
interface Regulations {
  regulation: {
    id: string
    revision: number
    state: number
    must_read: boolean
    changes: string | null
    content: string | null
    for_all: boolean
    for_depts: string[] | null
    for_roles: string[] | null
    for_people: string[] | null
  }
  regulation_published: { id: string; title: string; content: string | null }
}
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named>, Regulations {}
}

export const documentTables = { ...named, regulation: regulation.draft, regulationPublished: regulation.published }
