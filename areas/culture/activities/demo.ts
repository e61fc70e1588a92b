/** Activities of the demo company: one to come, one that is full, one closed, one settled, one still a draft. */
import { defined, type DemoPeople, type Context } from '#platform/server/area.ts'
import { keepUpload } from '#platform/server/files.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { addRecord } from '#platform/server/records.ts'
import { activityPicture, type ActivityPicture } from './demo-pictures.ts'
import { checkIn, signUp } from './sign-up.ts'
import { cultureActivity } from './tables.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

interface DemoActivity {
  readonly picture: ActivityPicture
  readonly title: string
  readonly place: string
  readonly content: string
  /** days from now, negative: past; hour of the day in UTC */
  readonly inDays: number
  readonly hours: number
  readonly capacity: number
  readonly points: number
  readonly people: readonly string[]
  readonly steps: readonly string[]
}

const activities: readonly DemoActivity[] = [
  {
    picture: 'hike',
    title: '莫干山秋季徒步',
    place: '德清莫干山游客中心',
    content: '<p>全程 11 公里，爬升 480 米，中午在山顶野餐。公司安排大巴，早上七点半滨江园区发车。</p><p>请穿防滑鞋，带一件外套。</p>',
    inDays: 12,
    hours: 8,
    capacity: 30,
    points: 30,
    people: ['sales', 'it', 'keeper', 'finance'],
    steps: ['open'],
  },
  {
    picture: 'coffee',
    title: '手冲咖啡入门课',
    place: '三楼茶水间',
    content: '<p>请来楼下咖啡店的店长讲水温、研磨和手法，每人冲一杯带走。器具由公司准备，只有 3 个位置。</p>',
    inDays: 5,
    hours: 2,
    capacity: 3,
    points: 10,
    people: ['employee', 'hr', 'sales', 'buyer', 'it'],
    steps: ['open'],
  },
  {
    picture: 'cake',
    title: '十一月员工生日会',
    place: '一楼大会议室',
    content: '<p>本月有 6 位寿星，蛋糕、长寿面和小游戏。欢迎同部门的同事一起来。</p>',
    inDays: 2,
    hours: 2,
    capacity: 40,
    points: 5,
    people: ['hr', 'employee', 'finance', 'boss'],
    steps: ['open', 'close'],
  },
  {
    picture: 'badminton',
    title: '第三届羽毛球联赛',
    place: '滨江体育馆 3 号场',
    content: '<p>单打、双打两个项目，冠军队获得流动奖杯和 500 元聚餐基金。</p>',
    inDays: -9,
    hours: 4,
    capacity: 16,
    points: 20,
    people: ['it', 'sales', 'buyer', 'employee', 'keeper'],
    steps: ['open', 'hold', 'settle'],
  },
  {
    picture: 'stage',
    title: '年会节目海选',
    place: '待定',
    content: '<p>各部门至少一个节目，形式不限。</p>',
    inDays: 30,
    hours: 3,
    capacity: 60,
    points: 20,
    people: [],
    steps: [],
  },
]

export async function makeActivities({ now, as }: DemoPeople): Promise<void> {
  for (const one of activities) {
    const startAt = new Date(Math.floor((now.getTime() + one.inDays * dayMs) / dayMs) * dayMs + 6 * hourMs)
    const before = new Date(Math.min(now.getTime(), startAt.getTime() - 10 * dayMs))
    const hr = await as('hr', before)
    const { title, place, content, capacity, points } = one
    const cover = await keepUpload(hr, {
      name: `${one.picture}.png`,
      contentType: 'image/png',
      content: await activityPicture(one.picture),
      type: 'IMAGE',
    })
    const { id } = await addRecord(hr, cultureActivity, {
      title,
      cover: [cover],
      place,
      content,
      capacity,
      points,
      startAt: startAt.toISOString(),
      endAt: new Date(startAt.getTime() + one.hours * hourMs).toISOString(),
      signUpUntil: new Date(startAt.getTime() - dayMs).toISOString(),
    })
    const [open, ...rest] = one.steps
    if (open === undefined) continue
    await step(hr, id, open)
    for (const [at, name] of one.people.entries())
      await signUp(await as(name, new Date(Math.min(now.getTime(), before.getTime() + (at + 1) * hourMs))), id)
    if (rest.includes('settle')) await arrive(one, id, startAt, as)
    for (const name of rest) await step(await as('hr'), id, name)
  }
}

const step = (hr: Context, id: string, name: string): Promise<unknown> =>
  takeSteps(hr, cultureActivity, { ids: [{ id }], pick: { step: name }, input: {} })

/** All but the last one come. */
async function arrive({ people }: DemoActivity, id: string, startAt: Date, as: DemoPeople['as']): Promise<void> {
  const { code } = await (await as('hr')).db.selectFrom('culture_activity').select('code').where('id', '=', id).executeTakeFirstOrThrow()
  for (const name of people.slice(0, -1)) await checkIn(await as(name, startAt), defined(code, 'a code'))
}
