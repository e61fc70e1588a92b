/** Fields of the record that the step opens to whoever approves. */
import { Form } from 'antd'
import { useEffect } from 'react'
import type { FormRight } from '../../declare/wire-approval.ts'
import type { FormItem, Row } from '../../declare/wire.ts'
import { Item } from '../form/form-item.tsx'
import { useListDefinition } from '../values/use-list-definition.ts'
import { recordQuery } from '../values/record-query.ts'
import { useQuery } from '@tanstack/react-query'

interface OpenFieldsProps {
  readonly formCode: string
  /** null: the record is not written yet */
  readonly keyValue: string | null
  readonly forms: readonly FormRight[]
}

const editing = 2

export function OpenFields({ formCode, keyValue, forms }: OpenFieldsProps) {
  const form = Form.useFormInstance()
  const { data: definition } = useListDefinition(formCode)
  const { data: row } = useQuery({ ...recordQuery(formCode, keyValue ?? ''), enabled: keyValue !== null, throwOnError: false })
  const items = itemsOf(definition?.form ?? [], forms)
  useEffect(() => {
    if (row !== undefined) form.setFieldsValue(Object.fromEntries(forms.map(({ field }) => [field, (row as Row)[field]])))
  }, [form, forms, row])
  return items.map(item => <Item key={item.field} item={item} status={editing} />)
}

const itemsOf = (items: readonly FormItem[], forms: readonly FormRight[]): readonly FormItem[] =>
  items.flatMap(item => {
    const right = forms.find(one => one.field === item.field)
    return right === undefined ? [] : [{ ...item, editDisabled: false, required: right.mode === 3 }]
  })
