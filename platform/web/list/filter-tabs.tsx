/** Saved filters as tabs above the table. The pressed one is the one that says what the bar says. */
import { CloseOutlined, PushpinOutlined } from '@ant-design/icons'
import { Button, Input, Popover, Space } from 'antd'
import { useState } from 'react'
import type { ListDefinition, Scheme } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { Asked } from '../widgets/confirm.tsx'
import { useRefreshSchemes } from '../schemes/use-schemes.ts'
import { isNarrowed, shownAs, withoutFilters, type ListState } from '../values/list-state.ts'
import { sameFilter, stateOfTab, tabContent } from '../filters/tab-rules.ts'
import { today } from '../page/today.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'

/** As the server takes it. */
const nameMax = 50

export interface FilterTabsProps {
  readonly definition: ListDefinition
  readonly state: ListState
  readonly onState: (state: ListState) => void
}

export function FilterTabs({ definition, state, onState }: FilterTabsProps) {
  const { tabs = [] } = definition
  const refresh = useRefreshSchemes(definition.type)
  if (tabs.length === 0) return null
  const present = tabContent(definition, state, today())
  const pressed = isNarrowed(state) ? tabs.find(one => sameFilter(one, present)) : undefined
  const remove = (tab: Scheme): Promise<void> =>
    ignoreShownRefusal(api.write('/ListProfile/deleteListProfile', { profileId: tab.profileId }).then(refresh))
  return (
    <nav className="zg-filter-tabs" aria-label={t('筛选标签')}>
      <button type="button" aria-pressed={!isNarrowed(state)} onClick={() => onState(withoutFilters(state))}>
        {t('全部')}
      </button>
      {tabs.map(tab => (
        <span key={tab.profileId}>
          <button
            type="button"
            aria-pressed={tab === pressed}
            title={tab.isOwn || tab.ownerName === '' ? tab.name : t('{name}，来自 {owner}', { name: tab.name, owner: tab.ownerName })}
            onClick={() => onState(shownAs(stateOfTab(definition, tab, state.pageSize), tab.view ?? state.view, state))}
          >
            {tab.name}
          </button>
          {tab.isOwn && (
            <Asked loses title={t('确定要删除吗？')} okText={t('删除')} onConfirm={() => void remove(tab)}>
              <Button type="text" size="small" icon={<CloseOutlined aria-hidden />} aria-label={t('删除标签 {name}', { name: tab.name })} />
            </Asked>
          )}
        </span>
      ))}
    </nav>
  )
}

/** Keeps the current filter under a name. */
export function SaveTab({ definition, state, disabled }: Omit<FilterTabsProps, 'onState'> & { readonly disabled: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const refresh = useRefreshSchemes(definition.type)
  const save = async (): Promise<void> => {
    if (name.trim() === '') return feedback.warning(t('标签名称不能为空'))
    setBusy(true)
    const body = {
      type: definition.type,
      kind: 2,
      name: name.trim(),
      columnList: [],
      ...tabContent(definition, state, today()),
      view: state.view ?? undefined,
    }
    await ignoreShownRefusal(
      api
        .write('/ListProfile/saveListProfile', body)
        .then(refresh)
        .then(() => {
          setOpen(false)
          setName('')
          feedback.success(t('已保存为标签'))
        }),
    )
    setBusy(false)
  }
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={t('把当前筛选保存为标签')}
      open={isOpen}
      onOpenChange={open => setOpen(open && !disabled)}
      content={
        <Space.Compact>
          <Input
            autoFocus
            aria-label={t('标签名称')}
            placeholder={t('标签名称')}
            maxLength={nameMax}
            value={name}
            onChange={event => setName(event.target.value)}
            onPressEnter={() => void save()}
          />
          <Button type="primary" loading={isBusy} onClick={() => void save()}>
            {t('保存')}
          </Button>
        </Space.Compact>
      }
    >
      <Button type="text" icon={<PushpinOutlined aria-hidden />} disabled={disabled} aria-label={t('保存为标签')} title={t('保存为标签')} />
    </Popover>
  )
}
