/** Workplaces, grades, headcount: what assignments of people name. */
import { choice, computed, decimal, dictionary, integer, reference, text, zoneName } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'

export const hrWorkplace = resource('hr_workplace', {
  type: 'hrWorkplace',
  title: ['工作地点', 'Workplace'],
  access: { scope: ownOrganisation },
  fields: {
    name: text('名称', 'Name', { max: 50, filter: 'contains', sort: true }),
    region: text('省份代码', 'Province', { max: 6, optional: true, help: ['GB/T 2260 前两位，例如 33', 'First two digits of GB/T 2260'] }),
    zone: zoneName('时区', 'Time zone', { default: 'Asia/Shanghai', width: 150 }),
    address: text('地址', 'Address', { max: 200, optional: true, width: 240 }),
    lat: decimal('纬度', 'Latitude', 6, { optional: true, min: -90, max: 90, show: false }),
    lng: decimal('经度', 'Longitude', 6, { optional: true, min: -180, max: 180, show: false }),
    radiusM: integer('打卡半径（米）', 'Radius (m)', { default: 300, min: 10, max: 10_000, show: false }),
    calendar: choice(
      '日历',
      'Calendar',
      { china: [1, '中国法定节假日', 'Chinese holidays'], weekends: [2, '仅周末', 'Weekends only'] },
      { default: 1, filter: 'select' },
    ),
  },
  list: {
    sort: { field: 'name', way: 'ASC' },
    empty: ['员工上班的地方，考勤按它的时区和日历', 'Where people work; attendance goes by its zone and calendar'],
  },
  storage: { key: ['name'] },
})

export const hrGrade = resource('hr_grade', {
  type: 'hrGrade',
  title: ['职级', 'Grade'],
  access: { scope: ownOrganisation },
  fields: {
    code: text('职级', 'Grade', { max: 10, filter: 'contains', sort: true }),
    name: text('名称', 'Name', { max: 50 }),
    postType: dictionary('岗位类型', 'Kind of position', 16, { optional: true, filter: 'select' }),
    sort: integer('顺序', 'Order', { default: 0, min: 0, sort: true }),
  },
  list: { sort: { field: 'code', way: 'ASC' }, empty: ['P1、M2 这样的级别，任职和异动选用', 'Levels such as P1 or M2'] },
  record: { label: 'code', option: { detail: ['name'] } },
  storage: { key: ['code'] },
})

const people = (zh: string, en: string) => integer(zh, en, { default: 0, computed: true, total: true, sort: true, width: 90 })
export const hrHeadcount = resource('hr_headcount', {
  type: 'hrHeadcount',
  title: ['编制', 'Headcount'],
  access: { scope: ownOrganisation },
  fields: {
    year: integer('年度', 'Year', { min: 2000, max: 2100, identifier: true, filter: 'equals', sort: true }),
    deptId: reference('部门', 'Department', 'department', { filter: 'select', width: 140 }),
    positionId: reference('职位', 'Position', 'position', { filter: 'select', width: 140 }),
    planned: integer('计划人数', 'Planned', { min: 0, max: 10_000, total: true, inline: true }),
    /** of today, while its year lasts (headcount.ts) */
    actual: people('在职人数', 'Actual'),
    arriving: people('将到岗', 'Arriving'),
    leaving: people('将离岗', 'Leaving'),
    open: computed.sql(integer('缺编', 'Open', { total: true, sort: true, width: 90 }), 'planned - actual - arriving + leaving'),
  },
  list: {
    sort: { field: 'year', way: 'DESC' },
    shownAs: { card: { title: 'deptId', subtitle: 'positionId' } },
    empty: [
      '各部门各职位一年计划多少人，旁边是今天在职、将到岗和将离岗的人数',
      'How many people are planned by department and position, beside those of today',
    ],
  },
  record: { label: 'year' },
  storage: { key: ['year', 'deptId', 'positionId'] },
})

export const placeTables = { hrWorkplace, hrGrade }
