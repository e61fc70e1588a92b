/** Whom a step asks: words of the definition become employees. Who has left, and the applicant, are replaced by their heads. */
import type { Approver, FlowDefinition } from '#platform/declare/flow.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { asText } from '#platform/format/text.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { conditionsHold, type Facts } from './engine/conditions.ts'
import { flowsOperation } from './tables.ts'

/** departments above each other at most */
const levelsMax = 30
const employed = 1

interface Department {
  readonly id: string
  readonly parentId: string | null
  readonly managerId: string | null
}
export interface Person {
  readonly id: string
  readonly name: string
  readonly deptId: string
  /** the direct manager that his assignment names; null: the head of the department */
  readonly managerId: string | null
  readonly isEmployed: boolean
}

/** The organisation as one action needs it: read when first asked for. */
export class Organisation {
  readonly #context: Context
  readonly #tx: Tx
  #departments: Promise<ReadonlyMap<string, Department>> | undefined
  readonly #people = new Map<string, Person>()

  constructor(context: Context, tx: Tx) {
    this.#context = context
    this.#tx = tx
  }

  async people(ids: readonly string[]): Promise<ReadonlyMap<string, Person>> {
    const missing = [...new Set(ids)].filter(id => !this.#people.has(id) && /^[1-9][0-9]{0,17}$/.test(id))
    if (missing.length > 0) {
      const rows = await this.#tx
        .selectFrom('employee')
        .select(['id', 'name', 'dept_id', 'manager_id', 'status'])
        .where('org_id', '=', this.#context.caller.orgId)
        .where('id', 'in', missing)
        .execute()
      for (const row of rows)
        this.#people.set(row.id, {
          id: row.id,
          name: row.name,
          deptId: row.dept_id,
          managerId: row.manager_id,
          isEmployed: row.status === employed,
        })
    }
    return this.#people
  }

  async name(id: string | null): Promise<string> {
    return id === null ? '' : ((await this.people([id])).get(id)?.name ?? '')
  }

  departments(): Promise<ReadonlyMap<string, Department>> {
    this.#departments ??= this.#tx
      .selectFrom('department')
      .select(['id', 'parent_id as parentId', 'manager_id as managerId'])
      .where('org_id', '=', this.#context.caller.orgId)
      .execute()
      .then(rows => new Map(rows.map(row => [row.id, row])))
    return this.#departments
  }

  /** Heads of a department and of those above it, the nearest first; those who have left are no heads. `but` is none of them. */
  async headsOf(deptId: string, but: string): Promise<readonly string[]> {
    const departments = await this.departments()
    const heads: string[] = []
    let at: Department | undefined = departments.get(deptId)
    for (let level = 0; at !== undefined && level < levelsMax; level += 1) {
      if (at.managerId !== null && at.managerId !== but && !heads.includes(at.managerId)) heads.push(at.managerId)
      at = at.parentId === null ? undefined : departments.get(at.parentId)
    }
    const known = await this.people(heads)
    return heads.filter(id => known.get(id)?.isEmployed === true)
  }

  /** Heads above a person, the nearest first. */
  async above(id: string): Promise<readonly string[]> {
    const person = (await this.people([id])).get(id)
    if (person === undefined) return []
    const heads = await this.headsOf(person.deptId, id)
    const manager = person.managerId === null ? undefined : (await this.people([person.managerId])).get(person.managerId)
    if (manager?.isEmployed !== true || manager.id === id) return heads
    // above the manager: heads that stand above him, or his own where he is none of them
    const at = heads.indexOf(manager.id)
    const further = at === -1 ? await this.headsOf(manager.deptId, manager.id) : heads.slice(at + 1)
    return [manager.id, ...further.filter(one => one !== id)]
  }

  async ofRoles(ids: readonly string[]): Promise<readonly string[]> {
    const roles = ids.filter(id => /^[1-9][0-9]{0,17}$/.test(id))
    if (roles.length === 0) return []
    const rows = await this.#tx
      .selectFrom('account_role as r')
      .innerJoin('account_organisation as m', j => j.onRef('m.account_id', '=', 'r.account_id').onRef('m.org_id', '=', 'r.org_id'))
      .innerJoin('employee as e', 'e.id', 'm.employee_id')
      .select('e.id')
      .distinct()
      .where('r.org_id', '=', this.#context.caller.orgId)
      .where('r.role_id', 'in', roles)
      .where('e.status', '=', employed)
      .orderBy('e.id')
      .execute()
    return rows.map(row => row.id)
  }

  /** Who looks after what nobody else can decide. */
  async administrators(flow: FlowDefinition): Promise<readonly string[]> {
    const named = flow.adminIds ?? []
    const known = await this.people(named)
    const there = named.filter(id => known.get(id)?.isEmployed === true)
    if (there.length > 0) return there
    const { house, caller } = this.#context
    const accounts = await house.rights.holdersOf(caller.orgId, 'workflowSetting', flowsOperation, this.#tx)
    if (accounts.length === 0) return []
    const rows = await this.#tx
      .selectFrom('account_organisation as m')
      .innerJoin('employee as e', 'e.id', 'm.employee_id')
      .select('e.id')
      .where('m.org_id', '=', caller.orgId)
      .where('m.account_id', 'in', [...accounts])
      .where('e.status', '=', employed)
      .orderBy('e.id')
      .execute()
    return rows.map(row => row.id)
  }
}

export interface Asked {
  readonly organisation: Organisation
  readonly flow: FlowDefinition
  readonly facts: Facts
  readonly applicantId: string
}

/** Employees of a step, in order, each once. */
export async function approversOf(ask: Asked, words: readonly Approver[]): Promise<readonly string[]> {
  const { organisation, flow, applicantId } = ask
  const named = await namedBy(ask, words)
  const known = await organisation.people(named)
  const able = (id: string): boolean => known.get(id)?.isEmployed === true && (flow.ownRequest || id !== applicantId)
  const found: string[] = []
  for (const id of new Set(named)) {
    if (able(id)) found.push(id)
    else if (known.has(id)) {
      // who can't answer is replaced by the nearest head who can
      const [head] = (await organisation.above(id)).filter(one => flow.ownRequest || one !== applicantId)
      if (head !== undefined) found.push(head)
    }
  }
  if (found.length > 0) return [...new Set(found)]
  return (await organisation.administrators(flow)).filter(id => flow.ownRequest || id !== applicantId)
}

async function namedBy(ask: Asked, words: readonly Approver[]): Promise<string[]> {
  const found: string[] = []
  for (const word of words) found.push(...(await oneWord(ask, word)))
  return found
}

const idsIn = (value: unknown): string[] =>
  value === null || value === undefined || value === '' ? [] : [value].flat().map(one => asText(one as string))

async function oneWord(ask: Asked, word: Approver): Promise<readonly string[]> {
  const { organisation, facts, applicantId } = ask
  switch (word.by) {
    case 'person':
      return word.ids
    case 'role':
      return organisation.ofRoles(word.ids)
    case 'field':
      return idsIn(facts[word.field])
    case 'line':
      return (await organisation.above(applicantId)).slice(0, word.levels)
    case 'departmentHead': {
      const { field, up = 0 } = word
      const own = (await organisation.people([applicantId])).get(applicantId)?.deptId
      const dept = field === undefined ? own : idsIn(facts[field])[0]
      if (dept === undefined) return []
      const head = (await organisation.headsOf(dept, applicantId))[up]
      return head === undefined ? [] : [head]
    }
    case 'formula': {
      const holding = word.cases.find(one => conditionsHold(facts, one.when))
      return holding === undefined ? [] : namedBy(ask, holding.of)
    }
  }
}

// ---- stand-ins

/** Employees in whose place this one may answer today. */
export const standsInFor = (context: Context, employeeId: string): Promise<readonly string[]> =>
  standsInToday(context, context.db, employeeId)

/** The same over an open transaction. */
export async function standsInToday(
  context: Pick<Context, 'caller' | 'now'>,
  db: Tx | Context['db'],
  employeeId: string,
): Promise<readonly string[]> {
  const found = await standInWays(context, db, [employeeId], 'stand_in_id')
  return [...new Set(found.map(row => row.employee_id))].filter(id => id !== employeeId)
}

/** stand-ins of stand-ins at most: more than any company has, and an end where entries lead round */
const hopsMax = 10
const entriesMax = 500

/**
 * Entries of today that lead away from these people, hop by hop: from whoever is away to his stand-in, and where that one is away himself
 * to the stand-in's own; or back. Past the door: who is in the middle of such a way is in nobody else's scope.
 */
async function standInWays(
  { caller, now }: Pick<Context, 'caller' | 'now'>,
  db: Tx | Context['db'],
  employeeIds: readonly string[],
  from: 'employee_id' | 'stand_in_id',
): Promise<readonly { readonly employee_id: string; readonly stand_in_id: string }[]> {
  const day = dayInZone(now().getTime(), caller.zone)
  const to = from === 'employee_id' ? 'stand_in_id' : 'employee_id'
  const found: { employee_id: string; stand_in_id: string }[] = []
  const seen = new Set(employeeIds)
  for (let next = [...seen], hop = 0; next.length > 0 && hop < hopsMax; hop += 1) {
    const rows = await db
      .withoutPlugins()
      .selectFrom('approval_stand_in')
      .select(['employee_id', 'stand_in_id'])
      .where('org_id', '=', caller.orgId)
      .where(from, 'in', next)
      .where('from_on', '<=', day)
      .where('to_on', '>=', day)
      .orderBy('id')
      .limit(entriesMax)
      .execute()
    found.push(...rows)
    next = [...new Set(rows.map(row => row[to]))].filter(id => !seen.has(id))
    for (const id of next) seen.add(id)
  }
  return found
}

/** The caller and those in whose place he may answer. */
export async function answersFor(context: Context): Promise<readonly string[]> {
  const { employeeId } = context.caller
  return employeeId === null ? [] : [employeeId, ...(await standsInFor(context, employeeId))]
}

/** Who answers today in the place of these: employee -> his stand-in, and whoever stands in for that one. */
export async function standInsOf(
  context: Context,
  tx: Tx,
  employeeIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (employeeIds.length === 0) return new Map()
  const ways = Map.groupBy(await standInWays(context, tx, employeeIds, 'employee_id'), row => row.employee_id)
  const behind = (id: string): readonly string[] => {
    const found = new Set([id])
    for (const one of found) for (const { stand_in_id: next } of ways.get(one) ?? []) found.add(next)
    found.delete(id)
    return [...found]
  }
  return new Map(employeeIds.flatMap(id => (ways.has(id) ? [[id, behind(id)] as const] : [])))
}

/** The direct manager of each: whom the assignment names, else the nearest head of the department. Who has none is absent. */
export async function managersOf(context: Context, tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const organisation = new Organisation(context, tx)
  await organisation.people(ids)
  const found = new Map<string, string>()
  for (const id of ids) {
    const [manager] = await organisation.above(id)
    if (manager !== undefined) found.set(id, manager)
  }
  return found
}
