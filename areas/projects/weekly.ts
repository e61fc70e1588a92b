/** The week of a project as a workbook: what was finished, what comes, what is late or blocked, what went live. */
import { date } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Condition, Row } from '#platform/declare/wire.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { addDays, dayNumber } from '#platform/format/dates.ts'
import { act, type Context, type Ask, type Blob } from '#platform/server/area.ts'
import { madeBy, sheetsFile, type ColumnKind, type SheetToWrite } from '#platform/server/files.ts'
import { allOf } from '#platform/server/lists.ts'
import { namedId, oneRecord } from '#platform/server/records.ts'
import { todayOf } from '#platform/format/zones.ts'
import { projectTasksMax } from './check-tasks.ts'
import { projectPlan } from './plans.ts'
import { project, projectCodes } from './projects.ts'
import { projectRequirement, requirementCodes } from './requirements.ts'
import { projectTask, taskCodes } from './tasks.ts'

/** Day 0 of `dayNumber` is a Thursday. */
const mondayOf = (day: string): string => addDays(day, -((dayNumber(day) + 3) % 7))

const kinds: Readonly<Record<string, ColumnKind>> = { decimal: 'number', integer: 'integer', date: 'date' }

/** Fields of records as a sheet, called as their list calls them. */
function sheetOf(context: Context, name: Title, r: Resource, fields: readonly string[], rows: readonly Row[]): SheetToWrite {
  const at = context.language === 'en' ? 1 : 0
  const words = (field: string, row: Row): string | null => {
    const value = ownValue(row, `${field}Label`) ?? ownValue(row, field) ?? null
    const choice = Object.values(ownValue(r.fields, field)?.choices ?? {}).find(([code]) => code === value)
    return choice === undefined ? (value as string | null) : choice[at === 1 ? 2 : 1]
  }
  return {
    name: name[at],
    columns: fields.map(field => ({
      title: ownValue(r.fields, field)?.title[at] ?? field,
      kind: ownValue(kinds, ownValue(r.fields, field)?.kind ?? '') ?? 'text',
      width: field === 'title' || field === 'name' ? 40 : 16,
    })),
    rows: [rows.map(row => fields.map(field => words(field, row)))],
  }
}

const byEnd = (rows: readonly Row[]): readonly Row[] => rows.toSorted((a, b) => String(a['endOn']).localeCompare(String(b['endOn'])))
const ofTask = ['title', 'requireId', 'assigneeId', 'state', 'startOn', 'endOn', 'estimateHours', 'spentHours', 'progress']
const { todo, working, testing, finished, blocked } = taskCodes

async function weekOf(context: Context, { input }: Ask): Promise<Blob> {
  const row = await oneRecord(context, project, namedId(input['id'], project.title))
  const monday = mondayOf(typeof input['week'] === 'string' && input['week'] !== '' ? input['week'] : todayOf(context))
  const [sunday, nextMonday, nextSunday] = [addDays(monday, 6), addDays(monday, 7), addDays(monday, 13)]
  const found = (r: Resource, ...conditions: readonly Condition[]): Promise<readonly Row[]> =>
    allOf(context, r, [{ field: 'projectId', condition: 'EQ', value: row.id }, ...conditions], projectTasksMax)
  const between = (field: string, from: string, to: string): Condition => ({ field, condition: 'BETWEEN', condList: [from, to] })
  const open: Condition = { field: 'state', condition: 'IN', condList: [todo, working, testing, blocked].map(String) }
  const leaf: Condition = { field: 'isParent', condition: 'EQ', value: 'false' }
  const done = await found(
    projectTask,
    leaf,
    { field: 'state', condition: 'EQ', value: String(finished) },
    between('finishedOn', monday, sunday),
  )
  const coming = await found(
    projectTask,
    leaf,
    open,
    { field: 'startOn', condition: 'LE', value: nextSunday },
    { field: 'endOn', condition: 'GE', value: nextMonday },
  )
  const stuck = (await found(projectTask, leaf, open)).filter(task => task['state'] === blocked || String(task['endOn']) < nextMonday)
  const live = await found(
    projectRequirement,
    { field: 'state', condition: 'EQ', value: String(requirementCodes.live) },
    between('liveOn', monday, sunday),
  )
  const plans = await found(projectPlan, between('endOn', monday, nextSunday))
  const at = context.language === 'en' ? 1 : 0
  const { day: _day, notes } = madeBy(context)
  const head = ['name', 'no', 'state', 'managerId', 'startOn', 'endOn', 'progress', 'estimateHours', 'doneHours', 'spentHours']
  const sheet = (name: Title, r: Resource, fields: readonly string[], rows: readonly Row[]): SheetToWrite =>
    sheetOf(context, name, r, fields, rows)
  return sheetsFile(
    `${String(row['name'])}-${['周报', 'week'][at] ?? ''}-${monday}`,
    [
      sheet(['项目', 'Project'], project, head, [row]),
      sheet(['本周完成', 'Finished this week'], projectTask, [...ofTask, 'finishedOn'], done),
      sheet(['下周计划', 'Next week'], projectTask, ofTask, byEnd(coming)),
      sheet(['逾期与阻塞', 'Late and blocked'], projectTask, [...ofTask, 'blockedBy'], byEnd(stuck)),
      sheet(['本周上线', 'Live this week'], projectRequirement, ['no', 'title', 'planId', 'ownerId', 'workOrderId', 'liveOn'], live),
      sheet(['近期计划', 'Plans that end'], projectPlan, ['name', 'kind', 'state', 'ownerId', 'startOn', 'endOn', 'progress'], plans),
    ],
    [[['周次', 'Week'][at] ?? '', `${monday} – ${sunday}`], ...notes],
  )
}

/** Whoever sees the project may take its week along. */
export const weeklyReport = act(
  project,
  {
    name: 'weekly',
    title: ['导出周报', 'Weekly report'],
    over: 'row',
    operation: operations.view,
    when: { state: [projectCodes.active, projectCodes.paused, projectCodes.acceptance, projectCodes.closed] },
    reason: ['项目启动之后才有周报', 'A project has weeks once it has begun'],
    input: {
      week: date('周次', 'Week', { optional: true, help: ['选这一周的任意一天，不选为本周', 'Any day of it; empty: this week'] }),
    },
    result: 'file',
  },
  weekOf,
)
