/** Every item of a form: as it is added, edited, refused. */
import { Form } from 'antd'
import { useEffect } from 'react'
import type { FormItem } from '../../declare/wire.ts'
import { FormModal } from '../form/form-modal.tsx'
import { Item } from '../form/form-item.tsx'
import type { FormStatus } from '../form/form-values.ts'
import { formItem } from './mock-definitions.ts'
import { Opened, Specimen } from './section.tsx'
import '../form/form.css'

const grades = ['甲', '乙', '丙'].map((label, at) => ({ value: at + 1, label }))

const items: readonly FormItem[] = [
  formItem('name', '单行文字', 'text', { required: true, max: 20, help: '不超过 20 个字' }),
  formItem('note', '多行文字', 'textarea', { max: 200 }),
  formItem('price', '数字', 'number', { kind: 'decimal', decimals: 2, min: 0 }),
  formItem('sentOn', '日期', 'date', { kind: 'date' }),
  formItem('month', '月份', 'month', { kind: 'month' }),
  formItem('at', '时间', 'dateTime', { kind: 'dateTime' }),
  formItem('period', '日期范围', 'dateRange', { kind: 'date' }),
  formItem('grade', '单选下拉', 'select', { kind: 'choice', options: grades, required: true }),
  formItem('grades', '多选下拉', 'select', { kind: 'choices', options: grades, multiple: true, searchable: true }),
  formItem('person', '查找下拉', 'select', { kind: 'reference', target: 'employee', searchable: true }),
  formItem('people', '多条记录', 'select', { kind: 'links', target: 'employee', multiple: true, searchable: true }),
  formItem('dept', '树形下拉', 'treeSelect', { kind: 'reference', target: 'department' }),
  formItem('boxes', '多选框', 'checkbox', { kind: 'choices', options: grades, multiple: true }),
  formItem('radio', '单选框', 'radio', { kind: 'choice', options: grades }),
  formItem('on', '开关', 'switch', { kind: 'flag' }),
  formItem('code', '编辑时只读', 'text', { editDisabled: true }),
  formItem('files', '附件', 'file', { kind: 'files', max: 8, accept: 'any' }),
  formItem('body', '富文本', 'richText', { kind: 'longText' }),
]
const values = {
  name: '保温杯 350ml',
  note: '红色\n带杯套',
  price: '19.90',
  sentOn: '2026-11-21',
  month: '2026-11',
  at: '2026-11-21T09:30:00+08:00',
  period: ['2026-11-01', '2026-11-30'],
  grade: 1,
  grades: [1, 3],
  person: '1',
  people: ['1', '2'],
  dept: '3',
  boxes: [2],
  radio: 2,
  on: true,
  code: 'CUP-01',
  files: [{ id: '9', name: '质检报告.pdf', size: 1_204_221, type: 'ATTACHMENT', link: '/api-2024/fileUpload/down2?id=9' }],
  body: '<p>杯身 <strong>316 不锈钢</strong>，保温 12 小时。</p>',
}

function AllItems({ status, isRefused = false }: { status: FormStatus; isRefused?: boolean }) {
  const [form] = Form.useForm()
  useEffect(() => {
    // a refused form is one that was asked to save
    if (isRefused) form.validateFields().catch(() => undefined)
  }, [form, isRefused])
  return (
    <Form form={form} layout="vertical" className="zg-gallery-form" initialValues={status === 2 ? values : {}}>
      {items.map(item => (
        <Item key={item.field} item={item} status={status} />
      ))}
    </Form>
  )
}

export function Forms() {
  return (
    <>
      <Specimen title="新增（状态 1）：全部录入方式，空">
        <AllItems status={1} />
      </Specimen>
      <Specimen title="编辑（状态 2）：已填写，编辑时只读的不能改">
        <AllItems status={2} />
      </Specimen>
      <Specimen title="校验不通过">
        <AllItems status={1} isRefused />
      </Specimen>
      <Specimen title="表单对话框：保存成功和被拒绝">
        <Opened title="打开新增对话框">
          {close => (
            <FormModal
              title="新增国家"
              okText="新增"
              items={items.slice(0, 7)}
              status={1}
              row={null}
              submit={() => Promise.resolve({ id: '1' })}
              onDone={close}
              onClose={close}
            />
          )}
        </Opened>
      </Specimen>
    </>
  )
}
