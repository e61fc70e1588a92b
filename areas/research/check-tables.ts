/** 侵权排查: what was searched where, what was found, and a verdict by another person that may close the gate. */
import { choice, choices, date, decimal, image, links, longText, reference, text } from '#platform/declare/fields.ts'
import { expiry } from '#platform/declare/expiry.ts'
import { document, lines } from '#platform/declare/document.ts'
import { operations } from '#platform/declare/operations.ts'
import { anyOf, ownedBy, through } from '#platform/declare/scope.ts'
import { byAll, byAuthor, byField, byOperation, machine, notBy } from '#platform/declare/states.ts'
import { chosen, project, shown, staff } from './words.ts'

export const checkKinds = {
  mark: [1, '商标', 'Trademark'],
  design: [2, '外观', 'Design'],
  patent: [3, '发明', 'Patent'],
  copyright: [4, '版权', 'Copyright'],
} as const
export const verdicts = {
  none: [1, '未发现', 'Nothing found', 'good'],
  low: [2, '低风险', 'Low risk', 'info'],
  high: [3, '高风险', 'High risk', 'warn'],
  forbidden: [4, '禁止', 'Forbidden', 'bad'],
} as const
/** how long an audited check is good for, days */
export const validDays = 180
const auditor = byAll(byOperation(operations.audit, ['审核侵权排查', 'Audit checks']), notBy(byAuthor), notBy(byField('ownerId')))

export const infringementCheck = document('infringement_check', {
  type: 'infringementCheck',
  title: ['侵权排查', 'Infringement check'],
  number: 'QQ',
  access: { scope: anyOf(ownedBy('ownerId'), through('projectId')) },
  fields: {
    projectId: project({ optional: true, help: ['项目和商品至少填一个', 'A project, a product or both'] }),
    productId: reference('商品', 'Product', 'product', { ...chosen, width: 180 }),
    state: choice(
      '状态',
      'State',
      {
        draft: [0, '草稿', 'Draft', 'quiet'],
        asked: [1, '待审核', 'To audit', 'warn'],
        audited: [2, '已审核', 'Audited', 'good'],
        voided: [9, '已作废', 'Void', 'quiet'],
      },
      { default: 0, filter: 'select', width: 90 },
    ),
    verdict: choice('结论', 'Verdict', verdicts, { filter: 'select', width: 90 }),
    kinds: choices('类型', 'Kinds', checkKinds, { filter: 'select', width: 120 }),
    countries: links('国家', 'Countries', 'country', { filter: 'select', width: 140 }),
    databases: text('数据库和检索词', 'Databases and words', { max: 500, width: 200 }),
    ownerId: staff('排查人', 'Searched by', { set: { onAdd: 'employee' } }),
    auditedOn: date('审核日期', 'Audited on', { ...shown, sort: true, filter: 'range', width: 110 }),
    validTo: date('有效期至', 'Valid to', { ...shown, filter: 'range', width: 110 }),
    expiry: expiry('validTo'),
    conclusion: longText('结论说明', 'Grounds', { max: 2_000, optional: true, show: false }),
  },
  list: {
    tabOf: { rdProject: { by: { projectId: 'id' } }, product: { by: { productId: 'id' } } },
    views: [
      { name: 'forbidden', title: ['禁止', 'Forbidden'], field: 'verdict', codes: [4] },
      { name: 'ending', title: ['快到期', 'Ending'], expires: 'expiry' },
    ],
    shownAs: { card: { subtitle: 'projectId', tags: ['state', 'verdict'], person: 'ownerId', due: 'validTo' } },
    empty: ['上市前查商标、外观、发明和版权；结论“禁止”时项目不能过关', 'Search before selling; a forbidding verdict closes the gate'],
  },
  storage: {
    index: [
      ['ownerId', '-businessOn'],
      ['projectId', '-auditedOn'],
      ['productId', '-auditedOn'],
      ['orgId', 'validTo'],
    ],
  },
  life: {
    states: machine('state', {
      states: {
        draft: { edit: 'all', remove: true },
        asked: {},
        audited: { edit: ['remark', 'attachments'], final: true },
        voided: { final: true },
      },
      steps: {
        submit: { title: ['提交审核', 'Submit'], from: ['draft'], to: 'asked', may: byOperation(operations.edit), tone: 'primary' },
        audit: {
          title: ['审核通过', 'Audit'],
          from: ['asked'],
          to: 'audited',
          may: auditor,
          set: { auditedOn: 'now' },
          tell: ['ownerId'],
          tone: 'primary',
        },
        refuse: {
          title: ['退回', 'Send back'],
          from: ['asked'],
          to: 'draft',
          may: auditor,
          input: { reason: longText('原因', 'Reason', { max: 500 }) },
          note: 'reason',
          tell: ['ownerId'],
        },
        void: { title: ['作废', 'Make void'], from: ['draft', 'asked'], to: 'voided', may: byOperation(operations.edit), tone: 'danger' },
      },
    }),
  },
})

export const infringementHit = lines('infringement_hit', {
  type: 'infringementHit',
  title: ['检索命中', 'Hit'],
  of: { checkId: reference('侵权排查', 'Check', 'infringement_check', { filter: 'select', editDisabled: true, width: 150 }) },
  max: 200,
  access: { permission: 'infringementCheck' },
  fields: {
    number: text('专利或商标号', 'Number', { max: 60, filter: 'contains', width: 140 }),
    holder: text('权利人', 'Holder', { max: 100, optional: true, width: 160 }),
    similarity: decimal('相似度（%）', 'Similarity (%)', 1, { optional: true, min: 0, max: 100, width: 90 }),
    link: text('链接', 'Link', { max: 500, optional: true, width: 160 }),
    note: text('说明', 'Note', { max: 500, optional: true, width: 200 }),
    picture: image('图片', 'Picture', { optional: true }),
  },
  list: { search: false, shownAs: { card: { title: 'number', subtitle: 'holder' } } },
  record: { label: 'number' },
})
