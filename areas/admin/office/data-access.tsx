/** How far one employee sees: his data scope, and the shops, warehouses, channels and shipping orders given to him. */
import { Button, Form } from 'antd'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ReferenceSelect } from '#platform/web/list/reference-select.tsx'
import type { PersonAccess } from '../answers.ts'
import { done } from './done.tsx'
import { ScopeSelect, type ScopeChoice } from './office.tsx'

type Objects = 'shopIds' | 'warehouseIds' | 'channelIds'

export function DataAccess({ person, disabled, onChanged }: { person: PersonAccess; disabled: boolean; onChanged: () => void }) {
  const [scope, setScope] = useState<ScopeChoice | null>(person.account)
  const [objects, setObjects] = useState<Readonly<Record<Objects, readonly string[]>>>({
    shopIds: person.shops.map(one => one.id),
    warehouseIds: person.warehouses.map(one => one.id),
    channelIds: person.channels.map(one => one.id),
  })
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    const body = {
      employeeId: person.employeeId,
      ...objects,
      ...(scope === null ? {} : { dataScope: scope.dataScope, namedDeptIds: scope.namedDeptIds }),
    }
    if (await done(api.put('/userManage/dataAclSetting', body))) onChanged()
    setBusy(false)
  }
  const fields: readonly (readonly [Objects, string, string])[] = [
    ['shopIds', 'shop', t('店铺')],
    ['warehouseIds', 'warehouse', t('仓库')],
    ['channelIds', 'logisticsChannel', t('物流渠道')],
  ]
  return (
    <Form layout="vertical" onFinish={() => void save()}>
      {scope !== null && (
        <Form.Item label={t('看得到谁的数据')}>
          <ScopeSelect label={t('看得到谁的数据')} disabled={disabled} value={scope} onChange={next => setScope(next ?? scope)} />
        </Form.Item>
      )}
      {fields.map(([field, target, title]) => (
        <Form.Item key={field} label={title}>
          <ReferenceSelect
            aria-label={title}
            target={target}
            multiple
            maxTagCount={6}
            disabled={disabled}
            placeholder={t('没有授权')}
            value={objects[field]}
            onChange={ids => setObjects({ ...objects, [field]: ids })}
          />
        </Form.Item>
      ))}
      <p className="zg-office-note">{t('授权给员工的店铺、仓库和渠道，数据权限包含这位员工的人也看得到。')}</p>
      {!disabled && (
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('保存数据权限')}
        </Button>
      )}
    </Form>
  )
}
