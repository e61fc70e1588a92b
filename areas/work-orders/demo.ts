/** A year of work orders of the demo company: asked, answered, waited for, solved, rated, some of them late. The same on every machine. */
import { seededRandom } from '#areas/admin/index.ts'
import { addDays } from '#platform/format/dates.ts'
import { dayInZone, homeZone, instantInZone } from '#platform/format/zones.ts'
import { defined, type Context, type DemoPeople, type Values } from '#platform/server/area.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { addRecord } from '#platform/server/records.ts'
import { demoHandlers, demoReasons, demoTalk, demoThanks, demoWishes, type DemoWish } from './demo-words.ts'
import { makeOldOrders, makeTalk, type OldOrder } from './demo-old.ts'
import { usualHours } from './keep-orders.ts'
import { orderMachine } from './order-states.ts'
import { workOrder } from './tables.ts'
import { bringTypes, usualTypes, type UsualType } from './usual-types.ts'

const orders = 120
const dayMs = 86_400_000
const hourMs = 3_600_000
/** the newest are asked for day by day and are still on their way; those before are older by so many days each, and have ended */
const [young, apart] = [18, 3]
const shops = ['云帆美国站', '云帆德国站', '云帆英国站', '云帆日本站']
const seed = 46

/** How an order goes: names of its steps. `old` ones have ended. */
const ways = {
  old: [
    ['accept', 'start', 'solve', 'confirm', 'rate'],
    ['accept', 'start', 'ask', 'supply', 'solve', 'confirm', 'rate'],
    ['accept', 'start', 'solve', 'confirmDue'],
    ['accept', 'start', 'revise', 'start', 'solve', 'confirm'],
    ['accept', 'start', 'solve', 'confirm', 'reopen', 'solve', 'confirm', 'rate'],
    ['reject'],
    ['accept', 'start', 'ask', 'supply', 'progress', 'solve', 'confirm', 'rate'],
    ['withdraw'],
  ],
  young: [
    [],
    ['accept'],
    ['accept', 'start'],
    ['accept', 'start', 'ask'],
    ['accept', 'start', 'solve'],
    ['accept', 'start', 'progress'],
    ['accept', 'start', 'solve', 'confirm'],
    ['accept', 'start', 'ask', 'supply'],
  ],
} as const
type StepName = (typeof ways)[keyof typeof ways][number][number]
/** of the requester; the others are the handler's */
const requesters: ReadonlySet<StepName> = new Set<StepName>(['supply', 'confirm', 'rate', 'reopen', 'withdraw', 'revise'])

export async function makeWorkOrders({ now, as }: DemoPeople): Promise<void> {
  const names = [
    ...new Set([...Object.values(demoHandlers).flatMap(type => [...type.handlers, type.owner]), ...demoWishes.map(wish => wish.by)]),
  ]
  const people = new Map<string, Context>()
  for (const name of names) people.set(name, await as(name))
  const person = (name: string): Context => defined(people.get(name), name)
  const admin = await as('admin')
  const types = await makeTypes(admin, person)
  const plans = Array.from({ length: orders }, (_, n) => planOf(n, now, person))
  const ended = plans.filter(plan => !plan.isYoung)
  const ids = await makeOldOrders(
    admin,
    ended.map(plan => oldOrder(plan, defined(types.get(plan.wish.type), plan.wish.type))),
  )
  const talk = ended.flatMap((plan, at) => talkOf(plan).map(one => ({ ...one, orderId: defined(ids[at], 'an id') })))
  for (const plan of plans.filter(one => one.isYoung)) {
    const orderId = await takeWay(plan, defined(types.get(plan.wish.type), plan.wish.type))
    talk.push(...talkOf(plan).map(one => ({ ...one, orderId })))
  }
  await makeTalk(
    admin,
    talk.filter(one => one.at < now.getTime()).toSorted((a, b) => a.at - b.at),
  )
}

async function makeTypes(admin: Context, person: (name: string) => Context): Promise<ReadonlyMap<string, string>> {
  const idOf = (name: string): string => defined(person(name).caller.employeeId, 'an employee')
  return bringTypes(admin, type => {
    const { owner, handlers } = staffOf(type)
    return { ownerId: idOf(owner), handlerIds: handlers.map(idOf) }
  })
}

function filledWish(wish: DemoWish, shop: string, sku: string, n: number): DemoWish {
  const said = (text: string): string =>
    text
      .replaceAll('{shop}', shop)
      .replaceAll('{sku}', sku)
      .replaceAll('{no}', String(10 + ((n * 37) % 90)))
  return {
    ...wish,
    title: said(wish.title),
    wish: said(wish.wish),
    solution: said(wish.solution),
    values: Object.fromEntries(Object.entries(wish.values).map(([name, value]) => [name, said(value)])),
  }
}

interface Plan {
  readonly n: number
  readonly isYoung: boolean
  readonly wish: DemoWish
  readonly requester: Context
  readonly handler: Context
  readonly boss: Context
  /** ms; steps that would lie ahead are left out */
  readonly asked: number
  readonly steps: readonly { readonly step: StepName | 'approve'; readonly at: number; readonly by: Context }[]
}

function planOf(n: number, now: Date, person: (name: string) => Context): Plan {
  const chance = seededRandom(seed + n)
  const wish = filledWish(defined(demoWishes[(n * 7) % demoWishes.length], 'a wish'), chance.of(shops), `YF-${1000 + chance.below(300)}`, n)
  const left = orders - n
  const isYoung = left <= young
  const day = addDays(dayInZone(now.getTime(), homeZone), -(isYoung ? left : young + (left - young) * apart))
  const asked = instantInZone(day, `${String(9 + (n % 8)).padStart(2, '0')}:${String((n * 17) % 60).padStart(2, '0')}:00`, homeZone)
  const type = typeOf(wish)
  const { owner, handlers } = staffOf(type.name)
  const handler = type.isDesignChange ? owner : defined(handlers[n % handlers.length], 'a handler')
  const requester = person(wish.by === handler ? 'employee' : wish.by)
  const way: readonly StepName[] = defined((isYoung ? ways.young : ways.old)[n % 8], 'a way')
  let at = asked
  const steps = way.map(step => {
    // some are answered within the hour, some too late
    at += (n % 6 === 5 ? 30 + chance.below(40) : 1 + chance.below(5)) * hourMs + (step === 'confirmDue' ? 4 * dayMs : 0)
    const name = step === 'accept' && type.isDesignChange ? 'approve' : step
    return { step: name, at, by: requesters.has(step) ? requester : person(handler) } as const
  })
  return {
    n,
    isYoung,
    wish,
    requester,
    handler: person(handler),
    boss: person('boss'),
    asked,
    steps: steps.filter(one => one.at < now.getTime()),
  }
}

const staffOf = (type: string) => defined(demoHandlers[type], type)
const typeOf = (wish: DemoWish): UsualType =>
  defined(
    usualTypes.find(one => one.name === wish.type),
    wish.type,
  )
const given = ({ n, wish, asked, boss }: Plan) => ({
  title: wish.title,
  priority: 1 + (n % 4),
  requirement: `<p>${wish.wish}</p>`,
  watcherIds: n % 5 === 0 ? [defined(boss.caller.employeeId, 'an employee')] : null,
  planDate: addDays(dayInZone(asked, homeZone), 5 + (n % 9)),
})

function oldOrder(plan: Plan, catalogId: string): OldOrder {
  const { n, wish, requester, handler, asked, steps } = plan
  const type = typeOf(wish)
  const values = given(plan)
  const noteOf = (step: StepName | 'approve'): string | null => {
    const note = orderMachine.steps[step]?.note
    return note === undefined ? null : ((inputOf(step, wish, n)[note] as string | undefined) ?? null)
  }
  const items = type.fields.flatMap(([name, title]) => (wish.values[name] === undefined ? [] : [{ name, title, value: wish.values[name] }]))
  return {
    values: {
      title: values.title,
      priority: values.priority,
      requirement: values.requirement,
      watcher_ids: values.watcherIds,
      plan_date: values.planDate,
      catalog_id: catalogId,
      owner_id: null,
      order_type: type.isDesignChange ? 1 : null,
      values: JSON.stringify(items),
    },
    moves: [
      { step: 'add', at: asked, by: requester, note: null },
      ...steps.map(({ step, at, by }) => ({ step, at, by, note: noteOf(step) })),
    ],
    handlerId: defined(handler.caller.employeeId, 'an employee'),
    solution: wish.solution,
    stars: 3 + (n % 3),
    revised: String(inputOf('revise', wish, n)['requirement']),
    hours: usualHours(values.priority),
  }
}

/** What is still on its way goes as people go it. */
async function takeWay(plan: Plan, catalogId: string): Promise<string> {
  const { n, wish, requester, asked, steps } = plan
  const at = (context: Context, ms: number): Context => ({ ...context, now: () => new Date(ms) })
  const { id } = await addRecord(at(requester, asked), workOrder, { ...given(plan), catalogId, values: wish.values })
  for (const { step, at: when, by } of steps)
    await takeSteps(at(by, when), workOrder, { ids: [{ id }], pick: { step }, input: inputOf(step, wish, n) })
  return id
}

const talkOf = ({ n, steps, requester }: Plan): { by: Context; at: number; words: string }[] =>
  steps.flatMap(({ step, at, by }) => [
    ...(step === 'start' || step === 'ask' ? [{ by, at: at + hourMs / 2, words: defined(demoTalk[n % demoTalk.length], 'words') }] : []),
    ...(step === 'start' && n % 3 === 0
      ? [{ by: requester, at: at + hourMs, words: defined(demoTalk[(n + 1) % demoTalk.length], 'words') }]
      : []),
  ])

function inputOf(step: StepName | 'approve', wish: DemoWish, n: number): Values {
  const [question, answer] = wish.question ?? ['请补充照片和发生的时间。', '照片在附件里，是今天上午发现的。']
  const inputs: Partial<Record<StepName | 'approve', Values>> = {
    ask: { question },
    supply: { answer },
    solve: { solution: wish.solution },
    rate: { stars: 3 + (n % 3), comment: defined(demoThanks[n % demoThanks.length], 'thanks') },
    reject: { rejectReason: demoReasons.reject },
    reopen: { reason: '今天又出现了同样的问题' },
    revise: { requirement: `<p>${wish.wish}</p><p>补充：${demoReasons.revise}，以最新附件为准。</p>`, changeReason: demoReasons.revise },
    progress: { note: '已联系对方，等回复', isLack: 0 },
  }
  return inputs[step] ?? {}
}
