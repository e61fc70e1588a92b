/** Whom a step asks, or who gets a copy: one part after the other, all of them together. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, InputNumber, Select } from 'antd'
import type { Approver } from '#platform/declare/flow.ts'
import type { FlowForm } from '#platform/declare/wire-approval.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ReferenceSelect } from '#platform/web/values/reference-select.tsx'
import { ConditionsControl } from './conditions-control.tsx'
import { byTitles, conditionFields } from './flow-words.tsx'

const empty = (by: Approver['by']): Approver => {
  switch (by) {
    case 'person':
    case 'role':
      return { by, ids: [] }
    case 'departmentHead':
      return { by }
    case 'line':
      return { by, levels: 1 }
    case 'field':
      return { by, field: '' }
    case 'formula':
      return { by, cases: [{ when: [], of: [{ by: 'departmentHead' }] }] }
  }
}
const levelsMax = 10

interface ApproversProps {
  readonly title: string
  readonly form: FlowForm | undefined
  readonly value: readonly Approver[]
  readonly onChange: (value: readonly Approver[]) => void
  readonly disabled: boolean
  /** cases of a formula hold no formula */
  readonly isInCase?: boolean
}

export function ApproversControl({ title, form, value, onChange, disabled, isInCase = false }: ApproversProps) {
  const kinds = Object.entries(byTitles).filter(([by]) => !isInCase || by !== 'formula')
  return (
    <div className="zg-approvers" role="group" aria-label={title}>
      {disabled && value.length === 0 && t('无')}
      {value.map((one, i) => (
        // parts have no id of their own
        // oxlint-disable-next-line react/no-array-index-key
        <div key={i} className="zg-approver">
          <Select
            aria-label={t('第 {n} 组审批人', { n: i + 1 })}
            disabled={disabled}
            value={one.by}
            options={kinds.map(([by, text]) => ({ value: by as Approver['by'], label: text() }))}
            onChange={by => onChange(value.map((old, at) => (at === i ? empty(by) : old)))}
          />
          <Button
            type="text"
            disabled={disabled}
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('删除第 {n} 组审批人', { n: i + 1 })}
            onClick={() => onChange(value.filter((_, at) => at !== i))}
          />
          <span className="zg-condition-value">
            <Part one={one} form={form} disabled={disabled} onChange={next => onChange(value.map((old, at) => (at === i ? next : old)))} />
          </span>
        </div>
      ))}
      {!disabled && (
        <Button
          size="small"
          type="dashed"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => onChange([...value, empty('departmentHead')])}
        >
          {t('添加审批人')}
        </Button>
      )}
    </div>
  )
}

interface PartProps<By extends Approver['by'] = Approver['by']> {
  readonly one: Extract<Approver, { by: By }>
  readonly form: FlowForm | undefined
  readonly disabled: boolean
  readonly onChange: (one: Approver) => void
}

/** Fields of the form that name a record of a kind. */
const fieldsTo = (form: FlowForm | undefined, target: string) =>
  form?.fields.filter(each => each.to === target).map(each => ({ value: each.field, label: each.title })) ?? []

function Part({ one, form, disabled, onChange }: PartProps) {
  switch (one.by) {
    case 'person':
    case 'role':
      return (
        <ReferenceSelect
          target={one.by === 'person' ? 'employee' : 'role'}
          multiple
          maxTagCount={5}
          aria-label={one.by === 'person' ? t('人员') : t('角色')}
          placeholder={one.by === 'person' ? t('选择人员') : t('选择角色')}
          disabled={disabled}
          value={one.ids}
          onChange={ids => onChange({ ...one, ids })}
        />
      )
    case 'departmentHead':
      return <DepartmentHead one={one} form={form} disabled={disabled} onChange={onChange} />
    case 'line':
      return (
        <InputNumber
          controls={false}
          aria-label={t('共几级')}
          suffix={t('级')}
          disabled={disabled}
          min={1}
          max={levelsMax}
          precision={0}
          value={one.levels}
          onChange={levels => onChange({ ...one, levels: levels ?? 1 })}
        />
      )
    case 'field':
      return (
        <Select
          aria-label={t('字段')}
          placeholder={t('字段')}
          disabled={disabled}
          value={one.field === '' ? null : one.field}
          options={fieldsTo(form, 'employee')}
          onChange={(field: string) => onChange({ ...one, field })}
        />
      )
    case 'formula':
      return <Cases one={one} form={form} disabled={disabled} onChange={onChange} />
  }
}

function DepartmentHead({ one, form, disabled, onChange }: PartProps<'departmentHead'>) {
  return (
    <>
      <Select
        aria-label={t('哪个部门')}
        disabled={disabled}
        value={one.field ?? ''}
        options={[{ value: '', label: t('申请人的部门') }, ...fieldsTo(form, 'department')]}
        onChange={field => {
          const { field: _, ...rest } = one
          onChange(field === '' ? rest : { ...rest, field })
        }}
      />
      <InputNumber
        controls={false}
        aria-label={t('向上几级')}
        prefix={t('向上')}
        suffix={t('级')}
        disabled={disabled}
        min={0}
        max={levelsMax}
        precision={0}
        value={one.up ?? 0}
        onChange={up => onChange({ ...one, up: up ?? 0 })}
      />
    </>
  )
}

function Cases({ one, form, disabled, onChange }: PartProps<'formula'>) {
  const fields = conditionFields(form)
  const put = (at: number, change: Partial<(typeof one.cases)[number]>): void =>
    onChange({ ...one, cases: one.cases.map((old, i) => (i === at ? { ...old, ...change } : old)) })
  return (
    <div className="zg-cases">
      {one.cases.map((each, i) => (
        // cases have no id of their own
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset key={i} className="zg-flow-step">
          <legend>{t('第 {n} 种情况', { n: i + 1 })}</legend>
          <ConditionsControl title={t('条件')} fields={fields} value={each.when} disabled={disabled} onChange={when => put(i, { when })} />
          <ApproversControl title={t('审批人')} form={form} value={each.of} disabled={disabled} isInCase onChange={of => put(i, { of })} />
          {!disabled && (
            <Button size="small" danger onClick={() => onChange({ ...one, cases: one.cases.filter((_, at) => at !== i) })}>
              {t('删除这种情况')}
            </Button>
          )}
        </fieldset>
      ))}
      {!disabled && (
        <Button
          size="small"
          type="dashed"
          onClick={() => onChange({ ...one, cases: [...one.cases, { when: [], of: [{ by: 'departmentHead' }] }] })}
        >
          {t('添加情况')}
        </Button>
      )}
    </div>
  )
}
