/**
 * 菜单配置: the organisation's own arrangement of the declared menus: order, names, icons, what is hidden, kept or monitored, and further
 * entries with a query of their own.
 */
import { PlusOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { menuIcon } from '#platform/web/shell/layout/menu-icon.tsx'
import { shellKey } from '#platform/web/page/shell-context.ts'
import type { MenuEntry } from '../answers.ts'
import { succeeded } from './succeeded.tsx'
import { ChosenMenu } from './menu-chosen.tsx'
import { droppedOrder } from './menu-order.tsx'
import { NewMenu } from './new-menu.tsx'
import { QueryResult, BackOfficePage, BackOfficeSplit, saved, useBackOffice, useRefreshBackOffice } from './back-office-page.tsx'
import type { Drop } from './back-office-tree.tsx'
import { TreePanel, type PanelNode } from './tree-panel.tsx'
import { useGuard } from './use-guard.tsx'

interface Entries {
  readonly list: readonly MenuEntry[]
  readonly gone: readonly string[]
}

export default function SysMenuPage() {
  const entries = useBackOffice<Entries>('/menuSetting/list')
  const [isAdding, setAdding] = useState(false)
  return (
    <BackOfficePage
      tools={
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
          {t('新增菜单')}
        </Button>
      }
    >
      <p className="zg-office-note">{t('改动只影响当前组织，其他人刷新页面后看到。新版本带来的新菜单会自动出现。')}</p>
      <QueryResult of={entries}>{data => <Menus {...data} isAdding={isAdding} onAdded={() => setAdding(false)} />}</QueryResult>
    </BackOfficePage>
  )
}

const nodesOf = (list: readonly MenuEntry[]): PanelNode[] =>
  list.map(entry => ({
    id: entry.menuId,
    parentId: entry.parentId,
    text: entry.title,
    icon: menuIcon(entry.icon, entry.title, false),
    title: (
      <span className={entry.hidden ? 'zg-office-node zg-menu-hidden' : 'zg-office-node'}>
        <span>{entry.title}</span>
        {entry.hidden && <small>{t('已隐藏')}</small>}
        {entry.isOwn && <small>{t('自建')}</small>}
        {entry.isChanged && <small>{t('已改')}</small>}
        {entry.isStray && <small>{t('原分组已不存在')}</small>}
      </span>
    ),
  }))

function Menus({ list, gone, isAdding, onAdded }: Entries & { isAdding: boolean; onAdded: () => void }) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<string | null>(null)
  const [isEdited, setEdited] = useState(false)
  const refresh = useRefreshBackOffice()
  const changed = (): void => {
    saved()
    refresh()
    // one's own menu follows at once
    void client.invalidateQueries({ queryKey: [shellKey, 'profile'] })
  }
  const reorder = async (parentId: string | null, menuIds: readonly string[]): Promise<void> => {
    if (await succeeded(api.write('/menuSetting/move', { parentId, menuIds }))) changed()
  }
  const drop = ({ draggedId, targetId, before }: Drop): void => {
    const order = droppedOrder(list, draggedId, targetId, before)
    if (order !== null) void reorder(order.parentId, order.menuIds)
  }
  const entry = list.find(one => one.menuId === chosen)
  const guard = useGuard(isEdited, t('菜单“{name}”的修改还没有保存，确定要放弃吗？', { name: entry?.title ?? '' }))
  const choose = (menuId: string | null): void =>
    guard.leave(() => {
      setEdited(false)
      setChosen(menuId)
    })
  return (
    <>
      {guard.questions}
      <Gone menuIds={gone} onChanged={changed} />
      <BackOfficeSplit
        chosen={chosen}
        side={
          <TreePanel
            label={t('菜单')}
            placeholder={t('搜索菜单')}
            nodes={nodesOf(list)}
            chosen={chosen}
            onChoose={choose}
            open={list.filter(one => one.kind === 'module').map(one => one.menuId)}
            onDrop={drop}
            empty={t('没有菜单')}
          />
        }
      >
        <ChosenMenu list={list} entry={entry} onReorder={reorder} onEdited={setEdited} onChanged={changed} />
      </BackOfficeSplit>
      {isAdding && (
        <NewMenu
          list={list}
          onClose={onAdded}
          onDone={menuId => {
            onAdded()
            setChosen(menuId)
            changed()
          }}
        />
      )}
    </>
  )
}

/** Settings of menus that a new version no longer has. */
function Gone({ menuIds, onChanged }: { menuIds: readonly string[]; onChanged: () => void }) {
  if (menuIds.length === 0) return null
  const clear = async (): Promise<void> => {
    for (const menuId of menuIds) if (!(await succeeded(api.write('/menuSetting/delete', { menuId })))) break
    onChanged()
  }
  return (
    <Alert
      type="warning"
      showIcon
      title={t('{n} 个菜单设置对应的菜单已不存在，不再起作用', { n: menuIds.length })}
      description={menuIds.join(t('、'))}
      action={
        <Button size="small" onClick={() => void clear()}>
          {t('清除')}
        </Button>
      }
    />
  )
}
