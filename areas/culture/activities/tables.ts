/** Activities of the company and who takes part. */
import { choice, dateTime, flag, image, integer, longText, reference, text, texts } from '#platform/declare/fields.ts'
import { audienceFields } from '#platform/declare/publishable.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { anyOf, ownedBy, sharedWithMe, through } from '#platform/declare/scope.ts'
import { arrayLiteral } from '../board/tables.ts'
import { activityMachine, activityStates, signUpStates } from './states.ts'

/** A draft is seen by whoever wrote it and those above him; from the first sign-up on the activity is for its audience. */
export const cultureActivity = resource('culture_activity', {
  type: 'cultureActivity',
  title: ['活动', 'Activity'],
  access: { scope: anyOf(sharedWithMe, ownedBy('ownerId')), forEverybody: true },
  fields: {
    title: text('活动名称', 'Title', { max: 100, filter: 'contains', width: 220 }),
    cover: image('封面', 'Cover', { optional: true, width: 80 }),
    content: longText('活动介绍', 'About', { as: 'richText', max: 1_000_000, optional: true, show: false }),
    place: text('地点', 'Place', { max: 100, optional: true, filter: 'contains', width: 140 }),
    startAt: dateTime('开始时间', 'Begins', { sort: true, filter: 'range', width: 170 }),
    endAt: dateTime('结束时间', 'Ends', { sort: true, width: 170 }),
    signUpUntil: dateTime('报名截止', 'Sign up until', { sort: true, width: 170 }),
    capacity: integer('名额', 'Seats', { min: 1, max: 10_000, default: 20, width: 70 }),
    points: integer('签到积分', 'Points', { min: 0, max: 10_000, default: 0, width: 80 }),
    state: choice('状态', 'Status', activityStates, { default: 0, filter: 'select', width: 90 }),
    signedUp: integer('已报名', 'Signed up', { default: 0, computed: true, width: 70 }),
    waiting: integer('候补', 'Waiting', { default: 0, computed: true, width: 60 }),
    checkedIn: integer('已签到', 'Checked in', { default: 0, computed: true, width: 70 }),
    isFull: flag('已满', 'Full', { default: false, computed: true, filter: 'select', width: 70 }),
    ...audienceFields,
    ownerId: reference('负责人', 'Organiser', 'employee', { optional: true, set: { onAdd: 'employee' }, filter: 'select', width: 100 }),
    reason: text('取消原因', 'Reason', { max: 200, optional: true, computed: true, show: false }),
    /** shown to the organisers as a QR code and typed at the place */
    code: text('签到码', 'Code', { max: 12, optional: true, computed: true, hidden: true }),
    audience: texts('可见范围', 'Audience', { hidden: true, computed: true, set: { onAdd: () => arrayLiteral([]) } }),
  },
  list: {
    search: ['title', 'place'],
    shownAs: { card: { title: 'title', subtitle: 'place', state: 'state' }, calendar: { from: 'startAt', to: 'endAt' } },
    sort: { field: 'startAt', way: 'DESC' },
    empty: ['团建、比赛、讲座、生日会这样的活动', 'Outings, matches, talks and birthdays'],
  },
  record: { label: 'title', picture: 'cover' },
  storage: {
    index: [['orgId', '-startAt', '-id'], ['orgId', 'startAt'], ['code'], { on: ['orgId', 'signUpUntil'], where: 'state in (1, 3, 4)' }],
  },
  life: { states: activityMachine },
})

export const activitySignUp = resource('activity_sign_up', {
  type: 'activitySignUp',
  title: ['活动报名', 'Sign-up'],
  access: { permission: 'cultureActivity', scope: through('activityId'), forEverybody: true },
  fields: {
    activityId: reference('活动', 'Activity', 'culture_activity', { editDisabled: true, filter: 'select', width: 200 }),
    employeeId: reference('员工', 'Employee', 'employee', { filter: 'select', width: 120 }),
    state: choice('状态', 'Status', signUpStates, { default: 1, computed: true, filter: 'select', width: 90 }),
    signedUpAt: dateTime('报名时间', 'Signed up at', { computed: true, sort: true, width: 170 }),
    checkedInAt: dateTime('签到时间', 'Checked in at', { optional: true, computed: true, width: 170 }),
    points: integer('所得积分', 'Points', { optional: true, computed: true, width: 90 }),
  },
  list: { search: false, sort: { field: 'signedUpAt', way: 'DESC' } },
  record: { label: 'employeeId' },
  storage: {
    key: ['activityId', 'employeeId'],
    index: [['orgId', '-signedUpAt', '-id'], ['activityId', 'state', 'signedUpAt', 'id'], ['employeeId']],
  },
})

const named = { cultureActivity, activitySignUp }
export const activityTables = Object.values(named)
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
