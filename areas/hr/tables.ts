/** Tables of people, by name. */
import type { DatabaseOf } from '#platform/declare/resource.ts'
import { personnelAction } from './action-tables.ts'
import { hrAssignment } from './assignment-tables.ts'
import { contractTables, labourContract } from './contract-tables.ts'
import { fileTables, hrFile } from './file-tables.ts'
import { placeTables } from './place-tables.ts'

/** those that statements written by hand name */
const named = { hrFile, hrAssignment, personnelAction, labourContract }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}

export const hrTables = { ...named, ...fileTables, ...placeTables, ...contractTables }
