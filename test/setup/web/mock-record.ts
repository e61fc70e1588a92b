/** A list with states, references and files, and one of its records, for tests of record pages. */
import type { ListDefinition, Row, StepDefinition } from '../../../platform/declare/wire.ts'
import { field, formItem, listDefinition } from '../../../platform/web/gallery/mock-definitions.ts'

const base = '/api-2024'

const step = (name: string, title: string, to: number, more: Partial<StepDefinition> = {}): StepDefinition => ({
  name,
  title,
  to,
  call: { method: 'POST', path: `${base}/letter/${name}` },
  confirm: null,
  input: [],
  body: {},
  tone: null,
  isSingle: false,
  ...more,
})

export const letters: ListDefinition = listDefinition(
  'shop',
  '信件',
  [
    field('no', '编号', 'text'),
    field('name', '标题', 'text'),
    field('state', '状态', 'choice', {
      keyValueList: [
        { value: 1, label: '草稿' },
        { value: 2, label: '已提交' },
        { value: 3, label: '已关闭' },
      ],
    }),
    field('urgent', '紧急', 'flag'),
    field('writerId', '作者', 'reference', { target: 'employee' }),
    field('currencyCode', '币种', 'reference', { target: 'currency', targetBy: 'code' }),
    field('files', '附件', 'files'),
    field('createdAt', '创建时间', 'dateTime', { isShow: false }),
  ],
  {
    calls: {
      list: { method: 'POST', path: `${base}/letter/list` },
      update: { method: 'POST', path: `${base}/letter/update` },
      remove: { method: 'POST', path: `${base}/letter/delete` },
    },
    form: [formItem('name', '标题', 'text', { required: true })],
    states: {
      field: 'state',
      steps: [
        step('submit', '提交', 2, { tone: 'primary' }),
        step('close', '结案', 3, { input: [formItem('reason', '原因', 'text', { required: true })] }),
      ],
      editable: [1],
      removable: [1],
    },
    record: {
      label: 'name',
      charts: [],
      head: ['state', 'urgent', 'no', 'writerId'],
      groups: [
        { title: '基本信息', fields: ['no', 'name', 'state', 'urgent', 'writerId', 'currencyCode'] },
        { title: '系统信息', fields: ['createdAt'] },
      ],
      tabs: ['fields', 'thread', 'files', 'related', 'history'],
      relations: [
        { type: 'country', field: 'letterId', title: '国家', by: 'id' },
        { type: 'currency', field: 'letterNo', title: '币种', by: 'no' },
      ],
    },
  },
)

export const letterRow = (id: string, more: Partial<Row> = {}): Row => ({
  id,
  version: 1,
  no: `XJ-${id}`,
  name: `第${id}封信`,
  state: 1,
  urgent: true,
  writerId: '5',
  writerIdLabel: '陈会计',
  currencyCode: 'CNY',
  currencyCodeLabel: '人民币',
  files: [{ id: '71', name: '报价单.pdf', size: 2048, type: 'application/pdf', link: '/x' }],
  createdAt: '2026-11-02T08:30:00+08:00',
  may: ['submit', 'close'],
  ...more,
})
