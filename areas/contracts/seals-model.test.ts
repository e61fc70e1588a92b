/** Random commands on seal requests against a plain model: who stamps, how often, where the seal is, which bytes were approved. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#platform/format/dates.ts'
import { signedInAs, type Person } from '../../test/setup/demo-house.ts'
import { buying, today, type Buying, type Values } from '../../test/setup/buying.ts'
import { dice, pick } from '../../test/setup/dice.ts'

const commands = Number(process.env['PAPER_COMMANDS'] ?? '100')
const seeds = Number(process.env['PAPER_SEEDS'] ?? '1')
let b: Buying
let employee = undefined as unknown as Person
let [sealId, ownerId] = ['', '']
let n = 0
beforeAll(async () => {
  b = await buying()
  employee = await signedInAs(b.h, 'employee')
  const companyId = (await b.admin.post('/companyManage/list', {})).data.list[0].id
  const { rows } = await sql<{ id: string }>`select m.employee_id::text as id from account a
    join account_organisation m on m.account_id = a.id where a.username = 'admin'`.execute(b.h.db)
  ownerId = rows[0]?.id ?? ''
  sealId = (await b.admin.post('/seal/insert', { name: '模型章', kind: 1, companyId, keeperId: ownerId })).data.id
}, 180_000)
afterAll(() => b.h.close())

async function file(username: string, isImage = false): Promise<string> {
  const [name, type, kind] = isImage ? ['照片.png', 'IMAGE', 'image/png'] : ['文件.pdf', 'ATTACHMENT', 'application/pdf']
  const { rows } = await sql<{ id: string }>`insert into stored_file
      (org_id, account_id, storage_key, name, size, sha256, upload_type, content_type)
    select m.org_id, a.id, ${`s${++n}`}, ${name}, 10, ${`s${n}`}, ${type}, ${kind}
    from account a join account_organisation m on m.account_id = a.id where a.username = ${username} limit 1
    returning id::text as id`.execute(b.h.db)
  return rows[0]?.id ?? ''
}

interface Model {
  readonly id: string
  readonly copies: number
  readonly takeOut: boolean
  readonly hash: string
  state: 0 | 2 | 3 | 4 | 5
  stamped: number | null
  isOut: boolean
  wasOut: boolean
}
const steps = ['submit', 'take', 'use', 'unused', 'return', 'archive', 'void', 'edit'] as const
/** the usual ones more often */
const drawn = [
  ...steps,
  'submit',
  'submit',
  'submit',
  'take',
  'take',
  'take',
  'use',
  'return',
  'return',
  'archive',
  'archive',
  'archive',
] as const

/** Whether the model lets the keeper (or else who asks) do it. */
function may(one: Model, step: (typeof steps)[number], byKeeper: boolean, copies: number): boolean {
  switch (step) {
    case 'submit':
      return !byKeeper && one.state === 0
    case 'edit':
      return !byKeeper && one.state === 0
    case 'take':
      return byKeeper && one.state === 2 && one.takeOut && !one.wasOut
    case 'use':
      return byKeeper && one.state === 2 && copies <= one.copies
    case 'unused':
      return byKeeper && one.state === 2 && one.isOut
    case 'return':
      return byKeeper && one.state === 3 && one.isOut
    case 'archive':
      return one.state === 3 && !one.isOut
    case 'void':
      return (one.state === 0 || one.state === 2) && !one.isOut
  }
}
function follow(one: Model, step: (typeof steps)[number], copies: number): void {
  if (step === 'submit') one.state = 2
  if (step === 'take') Object.assign(one, { isOut: true, wasOut: true })
  if (step === 'use') Object.assign(one, { state: 3, stamped: copies })
  if (step === 'unused' || step === 'return') one.isOut = false
  if (step === 'archive') one.state = 4
  if (step === 'void') one.state = 5
}

test.each(Array.from({ length: seeds }, (_, at) => at + 1))(
  'seal requests follow a plain model, seed %i',
  { timeout: 600_000 },
  async seed => {
    const roll = dice(seed)
    const all: Model[] = []
    const ask = async (): Promise<void> => {
      const [copies, takeOut] = [1 + roll(5), roll(2) === 0]
      const papers = [await file('employee')]
      const hash = `s${n}`
      const values = { businessOn: today, sealId, purpose: `模型${n}`, copies, takeOut, backOn: addDays(today, 2), papers }
      const { msg, data } = await employee.post('/sealRequest/insert', values)
      expect(msg).toBe('')
      all.push({ id: data.id, copies, takeOut, hash, state: 0, stamped: null, isOut: false, wasOut: false })
    }
    await ask()
    const taken = new Map<string, number>()
    for (let at = 0; at < commands; at++) {
      if (roll(14) === 0) await ask()
      // the newest ones, so that each comes to its end
      const one = pick(roll, all.slice(-3))
      const [byKeeper, copies] = [one.state === 0 ? roll(4) === 0 : roll(4) > 0, 1 + roll(6)]
      // mostly what may be done, so that each comes to its end
      const free = drawn.filter(name => may(one, name, byKeeper, copies) && (name !== 'void' || roll(8) === 0))
      const step = pick(roll, roll(3) > 0 && free.length > 0 ? free : drawn)
      const who = byKeeper ? b.admin : employee
      const input: Values =
        step === 'use'
          ? { stamped: copies, photo: [await file(byKeeper ? 'admin' : 'employee', true)] }
          : step === 'archive'
            ? { archive: [await file(byKeeper ? 'admin' : 'employee')] }
            : {}
      const allowed = may(one, step, byKeeper, copies)
      const before = await b.row('sealRequest', one.id)
      const { msg } =
        step === 'edit'
          ? await who.post('/sealRequest/update', { id: one.id, version: before['version'], party: `改${at}` })
          : await who.post(`/sealRequest/${step}`, { id: one.id, ...input })
      expect(msg === '', `${at} ${step} ${JSON.stringify(one)} ${byKeeper} ${msg}`).toBe(allowed)
      if (allowed) {
        follow(one, step, copies)
        taken.set(step, (taken.get(step) ?? 0) + 1)
      }
      const after = await b.row('sealRequest', one.id)
      expect(after, `${at} ${step}`).toMatchObject({
        state: one.state,
        stamped: one.stamped,
        outOn: one.wasOut ? today : null,
        papersHash: one.state === 0 || (one.state === 5 && after['papersHash'] === null) ? null : one.hash,
      })
      expect(Number(after['stamped'] ?? 0)).toBeLessThanOrEqual(Number(after['copies']))
    }
    for (const step of ['submit', 'take', 'use', 'archive']) expect(taken.get(step) ?? 0, step).toBeGreaterThan(0)
  },
)
