/**
 * Random trees: folders are made, moved, handed over and given to people, and what holds in each is what the rule says when it is asked
 * from the top, without anything stored. Versions of documents follow a plain model by days.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contracts } from '#areas/contracts/index.ts'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { hr as hrArea } from '#areas/hr/index.ts'
import { sales as salesArea } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { dice, pick, type Roll } from '../../test/setup/dice.ts'
import { documents } from './index.ts'
import { comeIntoForce } from './nightly.ts'

const commands = Number(process.env['PAPER_COMMANDS'] ?? '120')
const seeds = Number(process.env['PAPER_SEEDS'] ?? '1')
let h: DemoHouse
let hr = undefined as unknown as Person
const others: Person[] = []
const employees: string[] = []
let kindId = ''
let n = 0
beforeAll(async () => {
  h = await demoHouse([goods, finance, salesArea, supply, hrArea, contracts, workflow, documents])
  const role = await h.db.selectFrom('role').select(['id', 'org_id']).where('name', '=', '人事').executeTakeFirstOrThrow()
  await h.db
    .insertInto('role_permission')
    .values([100, 102].map(operation => ({ org_id: role.org_id, role_id: role.id, permission: 'document', operation })))
    .onConflict(c => c.doNothing())
    .execute()
  hr = await signedInAs(h, 'hr')
  const { rows } = await sql<{ username: string; employee: string }>`select a.username, m.employee_id::text as employee from account a
    join account_organisation m on m.account_id = a.id where m.org_id = ${h.demo.organisationIds[0]}`.execute(h.db)
  for (const username of ['hr', 'sales', 'buyer', 'employee']) {
    employees.push(rows.find(one => one.username === username)?.employee ?? '')
    if (username !== 'hr') others.push(await signedInAs(h, username))
  }
  kindId = (await sql<{ id: string }>`select id::text as id from dictionary_item where dictionary_code = 123 limit 1`.execute(h.db)).rows[0]
    ?.id as string
}, 180_000)
afterAll(() => h.close())

interface Folder {
  readonly id: string
  parent: Folder | null
  owner: string
  reads: number
  readers: readonly string[]
  writes: number
  writers: readonly string[]
}
const above = (one: Folder): Folder[] => (one.parent === null ? [one] : [...above(one.parent), one])
const everybody = '*'
/** The rule, asked from the top down. */
function rightsOf(one: Folder): { keep: Set<string>; write: Set<string>; read: Set<string> } {
  let rights = { keep: new Set<string>(), write: new Set<string>(), read: new Set<string>() }
  for (const folder of above(one)) {
    const keep = new Set([...rights.keep, folder.owner])
    const own = (way: number, people: readonly string[], from: Set<string>) =>
      way === 1 ? from : way === 2 ? new Set([everybody]) : new Set(people)
    const write = new Set([...keep, ...own(folder.writes, folder.writers, rights.write)])
    rights = { keep, write, read: new Set([...write, ...own(folder.reads, folder.readers, rights.read)]) }
  }
  return rights
}
const has = (of: Set<string>, person: string): boolean => of.has(everybody) || of.has(person)
const below = (all: readonly Folder[], one: Folder): Folder[] => all.filter(other => above(other).includes(one))
const depthBelow = (all: readonly Folder[], one: Folder): number =>
  Math.max(...below(all, one).map(other => above(other).length)) - above(one).length + 1

const grantsOf = (roll: Roll) => ({
  reads: 1 + roll(3),
  readers: employees.filter(() => roll(3) === 0),
  writes: pick(roll, [1, 1, 2, 3, 3]),
  writers: employees.filter(() => roll(4) === 0),
})
const asWritten = (one: ReturnType<typeof grantsOf>) => ({
  reads: one.reads,
  readPeople: one.reads === 3 ? one.readers : [],
  writes: one.writes,
  writePeople: one.writes === 3 ? one.writers : [],
})

test.each(Array.from({ length: seeds }, (_, at) => at + 1))(
  'rights of folders equal the rule, seed %i',
  { timeout: 600_000 },
  async seed => {
    const roll = dice(seed)
    const all: Folder[] = []
    const [me = ''] = employees
    const make = async (parent: Folder | null): Promise<void> => {
      const grants = grantsOf(roll)
      const { msg, data } = await hr.post('/folder/insert', { name: `模型${++n}`, parentId: parent?.id ?? null, ...asWritten(grants) })
      const may = parent === null || (above(parent).length < 6 && has(rightsOf(parent).write, me))
      expect(msg === '', `make ${msg}`).toBe(may)
      if (may) all.push({ id: data.id, parent, owner: me, ...grants })
    }
    const change = async (one: Folder, path: string, values: object): Promise<boolean> => {
      const { version } = (await hr.get(`/folder/query/${one.id}`)).data ?? {}
      return (await hr.post(`/folder/${path}`, { id: one.id, version, ...values })).msg === ''
    }
    await make(null)
    for (let at = 0; at < commands; at++) {
      const [one, other] = [pick(roll, all), roll(8) === 0 ? null : pick(roll, all)]
      const { keep } = rightsOf(one)
      switch (pick(roll, ['make', 'make', 'move', 'move', 'grant', 'grant', 'hand'] as const)) {
        case 'make':
          await make(all.length < 25 ? other : one)
          break
        case 'move': {
          const isOwnPlace = other === one.parent
          const inside = other !== null && below(all, one).includes(other)
          const tooDeep = other !== null && above(other).length + depthBelow(all, one) > 6
          const may = has(keep, me) && (isOwnPlace || (!inside && !tooDeep && (other === null || has(rightsOf(other).write, me))))
          if (!has(rightsOf(one).read, me)) break
          if (other !== null && !has(rightsOf(other).read, me)) break
          expect(await change(one, 'update', { parentId: other?.id ?? null }), `${at} move`).toBe(may)
          if (may) one.parent = other
          break
        }
        case 'grant': {
          const grants = grantsOf(roll)
          if (!has(rightsOf(one).read, me)) break
          expect(await change(one, 'update', asWritten(grants)), `${at} grant`).toBe(has(keep, me))
          if (has(keep, me)) Object.assign(one, grants)
          break
        }
        default: {
          const owner = pick(roll, [me, me, ...employees])
          if (!has(rightsOf(one).read, me)) break
          expect(await change(one, 'handOver', { newOwner: owner }), `${at} hand`).toBe(has(keep, me))
          if (has(keep, me)) one.owner = owner
        }
      }
    }
    expect(Math.max(...all.map(one => above(one).length))).toBeGreaterThan(3)
    // what each sees, and where each may write, is what the rule says
    for (const [at, person] of [hr, ...others].entries()) {
      const who = employees[at] ?? ''
      const seen = new Set(((await person.post('/folder/list', { pageSize: 200 })).data.list as { id: string }[]).map(one => one.id))
      const expected = all.filter(one => has(rightsOf(one).read, who)).map(one => one.id)
      expect(all.filter(one => seen.has(one.id)).map(one => one.id)).toEqual(expected)
    }
    for (const one of all.slice(-12))
      for (const [at, person] of others.entries()) {
        const values = { businessOn: '2026-11-21', title: `写${++n}`, kindId, folderId: one.id }
        const { code } = await person.post('/document/insert', values)
        expect(code === 0, `${one.id} ${at}`).toBe(has(rightsOf(one).write, employees[at + 1] ?? ''))
      }
  },
)

interface Version {
  id: string
  no: string
  hash: string
  day: string | null
}
async function file(hash: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into stored_file
      (org_id, account_id, storage_key, name, size, sha256, upload_type, content_type)
    select m.org_id, a.id, ${`f${++n}`}, ${`文件${n}.pdf`}, 10, ${hash}, 'ATTACHMENT', 'application/pdf'
    from account a join account_organisation m on m.account_id = a.id where a.username = 'hr' limit 1 returning id::text as id`.execute(
    h.db,
  )
  return rows[0]?.id ?? ''
}

test.each(Array.from({ length: seeds }, (_, at) => at + 1))(
  'versions follow a plain model by days, seed %i',
  { timeout: 600_000 },
  async seed => {
    const roll = dice(seed + 100)
    const begin = '2026-11-21'
    let today = begin
    const place = (await hr.post('/folder/insert', { name: `版本${++n}`, reads: 2, writes: 2 })).data.id
    const id = (await hr.post('/document/insert', { businessOn: today, title: `版本${n}`, kindId, folderId: place })).data.id
    const all: Version[] = []
    const inForce = (day: string): Version | undefined =>
      all
        .filter(one => one.day !== null && one.day <= day)
        .toSorted((a, b) => ((a.day ?? '') < (b.day ?? '') ? -1 : 1))
        .at(-1)
    const next = (isMajor: boolean): string => {
      const [major = 0, minor = 0] = (all.at(-1)?.no ?? '0.0').split('.').map(Number)
      return isMajor || major === 0 ? `${major + 1}.0` : `${major}.${minor + 1}`
    }
    for (let at = 0; at < commands / 2; at++) {
      const one = all.length === 0 ? undefined : pick(roll, all)
      switch (pick(roll, ['upload', 'upload', 'force', 'force', 'back', 'restore', 'sleep'] as const)) {
        case 'upload': {
          const [hash, isMajor] = [roll(3) === 0 && one !== undefined ? one.hash : `h${++n}`, roll(3) === 0]
          const { version } = (await hr.get(`/document/query/${id}`)).data
          const { msg } = await hr.post('/document/newVersion', {
            id,
            version,
            file: [await file(hash)],
            note: '改',
            size: isMajor ? 2 : 1,
          })
          const isNew = all.every(other => other.hash !== hash)
          expect(msg === '', `${at} upload ${msg}`).toBe(isNew)
          if (isNew) all.push({ id: '', no: next(isMajor), hash, day: null })
          break
        }
        case 'restore': {
          if (one === undefined) break
          const { msg } = await hr.post('/documentVersion/restore', { id: one.id, note: '退回' })
          const may = all.at(-1)?.hash !== one.hash
          // the earliest with these bytes may be the newest one again
          if (msg !== '') expect(may && all.filter(other => other.hash === one.hash).length === 1, `${at} restore ${msg}`).toBe(false)
          else all.push({ id: '', no: next(false), hash: one.hash, day: null })
          break
        }
        case 'force': {
          if (one === undefined) break
          const day = addDays(today, roll(12) - 1)
          const { msg } = await hr.post('/document/putInForce', { id: one.id, effectiveOn: day })
          const may = one.day === null && day >= today && all.every(other => other.day !== day)
          expect(msg === '', `${at} force ${msg}`).toBe(may)
          if (may) one.day = day
          break
        }
        case 'back': {
          if (one === undefined) break
          const { msg } = await hr.post('/document/takeBack', { id: one.id })
          const may = one.day !== null && one.day > today
          expect(msg === '', `${at} back ${msg}`).toBe(may)
          if (may) one.day = null
          break
        }
        default: {
          today = addDays(today, 1 + roll(4))
          h.clock.now = new Date(`${today}T09:00:00+08:00`)
          // the session of an earlier day has ended
          hr = await signedInAs(h, 'hr')
          const inside = await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test')
          await inside.write((tx, server) => comeIntoForce(server, tx))
        }
      }
      const stored = (
        (await hr.post('/documentVersion/list', { documentId: [id], pageSize: 200 })).data.list as Record<string, unknown>[]
      ).toReversed()
      for (const [of, row] of stored.entries()) {
        const model = all[of]
        if (model !== undefined) model.id = asText(row['id'])
      }
      const dated = all.flatMap(({ day }) => (day === null ? [] : [day])).toSorted()
      expect(stored, String(at)).toMatchObject(
        all.map(({ no, hash, day }) => ({
          no,
          sha256: hash,
          effectiveOn: day,
          until: day === null ? null : (dated.map(one => addDays(one, -1)).find(one => one >= day) ?? null),
          standing: day === null ? 1 : day > today ? 2 : inForce(today)?.day === day ? 3 : 4,
        })),
      )
      expect((await hr.get(`/document/query/${id}`)).data).toMatchObject({
        currentNo: inForce(today)?.no ?? null,
        latestNo: all.at(-1)?.no ?? null,
      })
    }
    h.clock.now = new Date(`${begin}T09:00:00+08:00`)
  },
)
