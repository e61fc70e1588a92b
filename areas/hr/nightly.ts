/** What changes as days pass: bands of age and service, and personal data of who left two years ago, which is emptied. */
import { addMonthsToDay } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import { employee } from '#areas/admin/index.ts'
import type { Context, Timed, Tx } from '#platform/server/area.ts'
import { timed } from '#platform/server/jobs.ts'
import { changeEachTo, removeRecords, setDerived } from '#platform/server/records.ts'
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import { anyTable } from '#platform/server/database.ts'
import { personnelAction } from './action-tables.ts'
import { ageBands, hrExperience, hrFamily, hrFile, hrPaper, paperKinds, serviceBands, stages } from './file-tables.ts'
import { hrJoiner } from './joiners.ts'
import { hrFileChange } from './own-tables.ts'
import { hrRoster } from './roster-tables.ts'

/** Full years between two days. */
export const yearsBetween = (from: string, to: string): number =>
  Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0)

export function ageBandOf(birthday: string | null, today: string): number | null {
  if (birthday === null) return null
  const years = yearsBetween(birthday, today)
  const [minor, a, b, c, d] = [18, 25, 35, 45, 55]
  return (
    years < minor
      ? ageBands.minor
      : years < a
        ? ageBands.to25
        : years < b
          ? ageBands.to35
          : years < c
            ? ageBands.to45
            : years < d
              ? ageBands.to55
              : ageBands.more
  )[0]
}
export function serviceBandOf(hiredOn: string | null, today: string): number | null {
  if (hiredOn === null) return null
  const years = yearsBetween(hiredOn, today)
  const [a, b, c, d] = [1, 3, 5, 10]
  const { to1, to3, to5, to10, more } = serviceBands
  return (years < a ? to1 : years < b ? to3 : years < c ? to5 : years < d ? to10 : more)[0]
}

/** Of this year, without the year of birth; of 29 February it is the 28th in other years. */
export function birthdayIn(birthday: string | null, today: string): string | null {
  if (birthday === null) return null
  return addMonthsToDay(birthday, 12 * (Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))))
}

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : asText(value))
const filesMax = 50_000

/** All files at once: the statement writes those alone whose band has changed. */
export async function keepBands(inside: Context, tx: Tx): Promise<undefined> {
  const today = todayOf(inside)
  const rows = await tx
    .selectFrom('hr_file as f')
    .innerJoin('employee as e', 'e.id', 'f.employee_id')
    .select(['f.id', 'f.hired_on', 'e.birthday'])
    .orderBy('f.id')
    .limit(filesMax)
    .execute()
  await setDerived(
    inside,
    hrFile,
    rows.map(row => ({
      id: asText(row.id),
      ageBand: ageBandOf(textOf(row.birthday), today),
      serviceBand: serviceBandOf(textOf(row.hired_on), today),
      birthdayOn: birthdayIn(textOf(row.birthday), today),
    })),
  )
  return undefined
}

/** years after leaving for which the law keeps papers (劳动合同法 50) */
const keptMonths = 24
const portion = 500
const emptied = {
  idNo: null,
  idValidTo: null,
  nation: null,
  politics: null,
  marriage: null,
  nativePlace: null,
  household: null,
  registeredAddress: null,
  address: null,
  emergencyName: null,
  emergencyPhone: null,
  protectedUntil: null,
  bankName: null,
  bankHolder: null,
  bankAccount: null,
} as const

interface Of {
  readonly by: string
  readonly values: readonly string[]
  /** of these kinds alone */
  readonly kinds?: readonly number[]
}
async function removeRows(inside: Context, tx: Tx, r: Resource, { by, values, kinds }: Of): Promise<void> {
  for (;;) {
    const rows = await anyTable(tx)
      .selectFrom(r.table)
      .select(sql<string>`id::text`.as('id'))
      .where(sql<boolean>`${sql.ref(`${r.table}.${by}`)}::text = any(${[...values]}::text[])`)
      .$if(kinds !== undefined, query => query.where('kind', 'in', kinds ?? []))
      .limit(removedMax)
      .execute()
    if (rows.length > 0)
      await removeRecords(
        inside,
        r,
        rows.map(row => asText(row['id'])),
      )
    if (rows.length < removedMax) return
  }
}
/** of one call */
const removedMax = 1_000

/** checks of health at work are kept for longer than two years */
const paperKindsGone = Object.values(paperKinds).flatMap(([code]) => (code === paperKinds.medical[0] ? [] : [code]))

/**
 * Name, number, days, assignments, education, agreements, contracts and letters stay, and what the trail told before. Family, papers,
 * earlier work, corrections and the rows of the roster and of the sheet of joiners go.
 */
export async function emptyLeavers(inside: Context, tx: Tx): Promise<Sentence | undefined> {
  const today = todayOf(inside)
  const rows = await tx
    .selectFrom('hr_file')
    .select(['id', 'employee_id'])
    .where('stage', '=', stages.left[0])
    .where('left_on', '<', addMonthsToDay(today, -keptMonths))
    .where('emptied_on', 'is', null)
    .orderBy('id')
    .limit(portion)
    .execute()
  if (rows.length === 0) return undefined
  const people = rows.map(row => asText(row.employee_id))
  await changeEachTo(
    inside,
    hrFile,
    rows.map(row => ({ id: asText(row.id), ...emptied, emptiedOn: today })),
    { verb: 'update' },
  )
  await changeEachTo(
    inside,
    employee,
    people.map(id => ({ id, phone: null, birthday: null })),
    { verb: 'update' },
  )
  // past the guard of addresses: who has left asks for no new password
  await setDerived(
    inside,
    employee,
    people.map(id => ({ id, email: null })),
  )
  const numbers = await tx.selectFrom('employee').select('no').where('id', 'in', people).execute()
  const nos = numbers.map(one => one.no)
  const of = { by: 'employee_id', values: people }
  await removeRows(inside, tx, hrFamily, of)
  await removeRows(inside, tx, hrPaper, { ...of, kinds: paperKindsGone })
  await removeRows(inside, tx, hrFileChange, of)
  await removeRows(inside, tx, hrExperience, of)
  await removeRows(inside, tx, hrRoster, { by: 'no', values: nos })
  const actions = await tx
    .selectFrom('personnel_action as p')
    .select('p.id')
    .where(eb =>
      eb.or([
        eb('p.employee_id', 'in', people),
        // by which he joined
        eb('p.id', 'in', eb.selectFrom('hr_assignment as a').select('a.action_id').where('a.employee_id', 'in', people)),
      ]),
    )
    .execute()
  await removeRows(inside, tx, hrJoiner, { by: 'action_id', values: actions.map(({ id }) => asText(id)) })
  await setDerived(
    inside,
    personnelAction,
    actions.map(({ id }) => ({ id: asText(id), idNo: null, phone: null, email: null })),
  )
  return sentence`清空 ${rows.length} 名离职满两年员工的个人信息`
}

export const nightlyTimed: readonly Timed[] = [
  timed('hr.bands', ['年龄段与司龄段', 'Bands of age and service'], { at: '00:30', work: keepBands }),
  timed('hr.emptyLeavers', ['清空离职员工个人信息', 'Personal data of leavers'], { at: '01:10', work: emptyLeavers }),
]
