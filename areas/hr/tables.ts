/** Tables of people, by name. */
import type { DatabaseOf } from '#platform/declare/resource.ts'
import { personnelAction } from './action-tables.ts'
import { hrAssignment } from './assignment-tables.ts'
import { contractTables, labourContract } from './contract-tables.ts'
import { fileTables, hrFile } from './file-tables.ts'
import { hrJoiner } from './joiners.ts'
import { hrLetter, hrLetterTemplate } from './letter-tables.ts'
import { hrFileChange, ownTables } from './own-tables.ts'
import { hrHeadcount, hrWorkplace, placeTables } from './place-tables.ts'
import { hrContractSheet, hrLacking, hrRoster, hrTurn } from './roster-tables.ts'
import { hrTask, hrTaskTemplate } from './task-tables.ts'

/** those that statements written by hand name */
const named = {
  hrFile,
  hrAssignment,
  personnelAction,
  labourContract,
  hrFileChange,
  hrLetter,
  hrLetterTemplate,
  hrTask,
  hrTaskTemplate,
  hrRoster,
  hrHeadcount,
  hrJoiner,
  hrWorkplace,
}
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}

export const hrTables = { ...named, ...fileTables, ...ownTables, ...placeTables, ...contractTables, hrContractSheet, hrTurn, hrLacking }
