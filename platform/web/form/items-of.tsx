/**
 * Fields of a form that another of its fields asks for: the type of a work order wants to know more. They stand in the form like its own.
 */
import { useQuery } from '@tanstack/react-query'
import { Form, Spin } from 'antd'
import type { FormItem } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { FormControl } from './form-control.tsx'
import { itemCheck } from '../values/item-rules.ts'

interface ItemsOfProps {
  readonly item: FormItem
  readonly disabled: boolean
}

export function ItemsOf({ item, disabled }: ItemsOfProps) {
  const { by = '', type = '' } = item.itemsOf ?? {}
  const chosen: unknown = Form.useWatch(by)
  const of = typeof chosen === 'string' && chosen !== '' ? chosen : null
  const asked = useQuery({
    queryKey: ['items', type, of],
    queryFn: ({ signal }) => api.post<readonly FormItem[]>('/listField/items', { type, of }, { signal }),
    enabled: of !== null,
  })
  if (of === null) return null
  if (asked.data === undefined) return asked.isError ? null : <Spin size="small" />
  return asked.data.map(one => (
    <Form.Item
      key={one.field}
      name={[item.field, one.field]}
      label={one.title}
      required={one.required}
      rules={disabled ? [] : [{ validator: (_, value: unknown) => itemCheck(one, value) }]}
    >
      <FormControl item={one} disabled={disabled} />
    </Form.Item>
  ))
}
