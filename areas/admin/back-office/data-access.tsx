/** How far one employee sees: his data scope, and the shops, warehouses and channels given to him. */
import { Button, Form } from 'antd'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ReferenceSelect } from '#platform/web/values/reference-select.tsx'
import type { GrantPartProps } from './employee-grants.tsx'
import { ScopeSelect, type ScopeChoice } from './scope-select.tsx'
import { useSaving } from './use-saving.tsx'

interface Values {
  readonly scope?: ScopeChoice
  readonly shopIds: readonly string[]
  readonly warehouseIds: readonly string[]
  readonly channelIds: readonly string[]
}

export function DataAccess({ person, disabled, onChanged, onEdited }: GrantPartProps) {
  const [form] = Form.useForm<Values>()
  const saving = useSaving(form, { dataScope: 'scope', namedDeptIds: 'scope' })
  const [isEdited, setEdited] = useState(false)
  const edited = (on: boolean): void => {
    setEdited(on)
    onEdited(on)
  }
  const save = ({ scope, ...objects }: Values): Promise<void> =>
    saving.save(
      () => api.put('/userManage/dataAclSetting', { employeeId: person.employeeId, ...objects, ...scope }, { quiet: true }),
      () => {
        edited(false)
        onChanged()
      },
    )
  const fields = [
    ['shopIds', 'shop', t('店铺')],
    ['warehouseIds', 'warehouse', t('仓库')],
    ['channelIds', 'logisticsChannel', t('物流渠道')],
  ] as const
  const { account } = person
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      initialValues={{
        ...(account === null ? {} : { scope: { dataScope: account.dataScope, namedDeptIds: account.namedDeptIds } }),
        shopIds: person.shops.map(one => one.id),
        warehouseIds: person.warehouses.map(one => one.id),
        channelIds: person.channels.map(one => one.id),
      }}
      onValuesChange={() => edited(true)}
      onFinish={values => void save(values)}
    >
      {account !== null && (
        <Form.Item name="scope" label={t('看得到谁的数据')}>
          <ScopeSelect label={t('看得到谁的数据')} disabled={disabled} />
        </Form.Item>
      )}
      {fields.map(([field, target, title]) => (
        <Form.Item key={field} name={field} label={title}>
          <ReferenceSelect aria-label={title} target={target} multiple maxTagCount={8} disabled={disabled} placeholder={t('没有授权')} />
        </Form.Item>
      ))}
      <p className="zg-office-note">{t('授权给员工的店铺、仓库和渠道，数据权限包含这位员工的人也看得到。')}</p>
      {!disabled && (
        <Button type="primary" htmlType="submit" disabled={!isEdited} loading={saving.busy}>
          {t('保存数据权限')}
        </Button>
      )}
    </Form>
  )
}
