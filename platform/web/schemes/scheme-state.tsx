/** The applied scheme above the table; once hands have changed the list it says so, with the ways to keep or drop that. */
import { Button, Input, Popover, Space } from 'antd'
import { useState } from 'react'
import type { ListDefinition, Scheme } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import type { ListState } from '../values/list-state.ts'
import { Asked } from '../widgets/confirm.tsx'
import { today } from '../page/today.ts'
import type { ColumnLayout } from '../table/use-column-layout.ts'
import { columnList, draftOf, type Applied } from '../table/scheme-rules.ts'
import { contentNow, isUnsaved } from './scheme-changes.ts'
import { appliedOf } from './use-opening-scheme.ts'
import { useRefreshSchemes } from './use-schemes.ts'

interface SchemeStateProps {
  readonly definition: ListDefinition
  readonly scheme: Scheme
  readonly state: ListState
  readonly layout: ColumnLayout
  readonly onState: (state: ListState) => void
}

const nameMax = 50
const isShared = ({ sharedWith, defaultOf }: Scheme): boolean =>
  sharedWith.employeeIds.length > 0 || sharedWith.deptIds.length > 0 || defaultOf.isOrganisation || defaultOf.roleIds.length > 0

export function SchemeState({ definition, scheme, state, layout, onState }: SchemeStateProps) {
  const refresh = useRefreshSchemes(definition.type)
  const [busy, setBusy] = useState(false)
  const day = today()
  const apply = (applied: Applied): void => onState({ ...state, filters: {}, search: null, sort: null, ...applied, pageNum: 1 })
  const send = async (name: string, as: Pick<Scheme, 'profileId' | 'version'> | null, text: string): Promise<void> => {
    const now = contentNow(definition, state, day)
    const view = state.view ?? scheme.view
    const body = {
      type: definition.type,
      kind: 1,
      name,
      columnList: columnList(layout.settings),
      ...now,
      ...(view == null ? {} : { view }),
      ...(as === null ? {} : { profileId: as.profileId, version: as.version }),
    }
    setBusy(true)
    try {
      const kept = await api.write<{ profileId: string }>('/ListProfile/saveListProfile', body)
      await refresh()
      apply({ scheme: kept.profileId, conditions: now.conditionList, order: now.orderByList, ...(view == null ? {} : { view }) })
      feedback.success(text)
    } finally {
      setBusy(false)
    }
  }
  const revert = (): void => {
    if (scheme.columnList.length > 0) layout.setColumns(draftOf(definition, scheme, null).columns)
    apply(appliedOf(definition, scheme))
  }
  const save = (): void => void ignoreShownRefusal(send(scheme.name, scheme, t('方案已保存')))
  if (!isUnsaved(definition, scheme, state, layout.settings, day))
    return (
      <span className="zg-scheme-state" title={t('正在使用的方案')}>
        {t('方案：{name}', { name: scheme.name })}
      </span>
    )
  return (
    <span className="zg-scheme-state" role="status">
      <span title={t('正在使用的方案')}>{t('方案：{name}', { name: scheme.name })}</span>
      <strong>{t('未保存')}</strong>
      {scheme.isOwn && (
        <Asked
          loses={false}
          title={t('方案已共享，保存后其他人看到的也会改变')}
          okText={t('保存')}
          disabled={!isShared(scheme)}
          onConfirm={save}
        >
          <Button type="link" size="small" loading={busy} {...(isShared(scheme) ? {} : { onClick: save })}>
            {t('保存')}
          </Button>
        </Asked>
      )}
      <SaveAs name={scheme.name} onSave={name => ignoreShownRefusal(send(name, null, t('已存为新方案')))} />
      <Button type="link" size="small" onClick={revert}>
        {t('还原')}
      </Button>
    </span>
  )
}

function SaveAs({ name: before, onSave }: { readonly name: string; readonly onSave: (name: string) => Promise<void> }) {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const save = (): void => {
    if (name.trim() === '') return feedback.warning(t('方案名称不能为空'))
    void onSave(name.trim()).then(() => setOpen(false))
  }
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      title={t('另存为新方案')}
      open={isOpen}
      onOpenChange={open => {
        setOpen(open)
        if (open) setName(t('{name} 副本', { name: before }).slice(0, nameMax))
      }}
      content={
        <Space.Compact>
          <Input
            autoFocus
            aria-label={t('方案名称')}
            placeholder={t('方案名称')}
            maxLength={nameMax}
            value={name}
            onChange={event => setName(event.target.value)}
            onPressEnter={save}
          />
          <Button type="primary" onClick={save}>
            {t('保存')}
          </Button>
        </Space.Compact>
      }
    >
      <Button type="link" size="small">
        {t('另存为')}
      </Button>
    </Popover>
  )
}
