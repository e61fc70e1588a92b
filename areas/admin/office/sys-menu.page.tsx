/** 菜单配置: the organisation's own arrangement of the declared menus: order, names, icons, what is hidden, kept or monitored, and further entries with a query of their own. */
import { ArrowDownOutlined, ArrowUpOutlined, PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Empty, Popconfirm, Tag, Tree, type TreeDataNode } from 'antd'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { menuIcon } from '#platform/web/shell/layout/menu-icon.tsx'
import type { MenuEntry } from '../answers.ts'
import { MenuForm, NewMenu } from './menu-form.tsx'
import { childrenOf, droppedOrder, movedBy } from './menu-order.tsx'
import { done } from './done.tsx'
import { Asked, OfficePage, saved, useOffice, useRefreshOffice } from './office.tsx'

interface Entries {
  readonly list: readonly MenuEntry[]
  readonly gone: readonly string[]
}

export default function SysMenuPage() {
  const entries = useOffice<Entries>('/menuSetting/list')
  const [chosen, setChosen] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  const refresh = useRefreshOffice()
  const changed = (): void => {
    saved()
    refresh()
  }
  const reorder = async (parentId: string | null, menuIds: readonly string[]): Promise<void> => {
    if (await done(api.write('/menuSetting/move', { parentId, menuIds }))) changed()
  }
  return (
    <OfficePage
      tools={
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
          {t('新增菜单')}
        </Button>
      }
    >
      <p className="zg-office-note">{t('改动只影响当前组织，刷新页面后生效。新版本带来的新菜单会自动出现。')}</p>
      <Asked of={entries}>
        {({ list, gone }) => (
          <>
            <Gone menuIds={gone} onChanged={changed} />
            <div className="zg-office">
              <div className="zg-office-side">
                <MenuTree list={list} chosen={chosen} onChoose={setChosen} onReorder={reorder} />
              </div>
              <div className="zg-office-main">
                <Chosen list={list} menuId={chosen} onReorder={reorder} onChanged={changed} />
              </div>
            </div>
            {isAdding && (
              <NewMenu
                list={list}
                onClose={() => setAdding(false)}
                onDone={menuId => {
                  setAdding(false)
                  setChosen(menuId)
                  changed()
                }}
              />
            )}
          </>
        )}
      </Asked>
    </OfficePage>
  )
}

/** Settings of menus that a new version no longer has. */
function Gone({ menuIds, onChanged }: { menuIds: readonly string[]; onChanged: () => void }) {
  if (menuIds.length === 0) return null
  const clear = async (): Promise<void> => {
    for (const menuId of menuIds) await done(api.write('/menuSetting/delete', { menuId }))
    onChanged()
  }
  return (
    <Alert
      type="warning"
      showIcon
      title={t('{n} 个菜单设置对应的菜单已不存在，不再起作用', { n: menuIds.length })}
      action={
        <Button size="small" onClick={() => void clear()}>
          {t('清除')}
        </Button>
      }
    />
  )
}

interface TreeProps {
  readonly list: readonly MenuEntry[]
  readonly chosen: string | null
  readonly onChoose: (menuId: string | null) => void
  readonly onReorder: (parentId: string | null, menuIds: readonly string[]) => Promise<void>
}

function nodesOf(list: readonly MenuEntry[], parentId: string | null): TreeDataNode[] {
  return childrenOf(list, parentId).map(entry => ({
    key: entry.menuId,
    title: (
      <span className={entry.hidden ? 'zg-menu-hidden' : undefined}>
        {entry.title}
        {entry.hidden && <small> {t('隐藏')}</small>}
        {entry.isOwn && <small> {t('自建')}</small>}
        {entry.isChanged && <small> {t('已改')}</small>}
      </span>
    ),
    icon: menuIcon(entry.icon, entry.title, false),
    isLeaf: entry.kind === 'page',
    children: entry.kind === 'page' ? [] : nodesOf(list, entry.menuId),
  }))
}

function MenuTree({ list, chosen, onChoose, onReorder }: TreeProps) {
  return (
    <Tree
      aria-label={t('菜单')}
      blockNode
      showIcon
      draggable={{ icon: false }}
      defaultExpandedKeys={list.filter(entry => entry.kind === 'module').map(entry => entry.menuId)}
      selectedKeys={chosen === null ? [] : [chosen]}
      treeData={nodesOf(list, null)}
      onSelect={keys => onChoose(keys[0] === undefined ? null : String(keys[0]))}
      onDrop={({ node, dragNode, dropToGap }) => {
        const order = droppedOrder(list, String(dragNode.key), String(node.key), dropToGap)
        if (order !== null) void onReorder(order.parentId, order.menuIds)
      }}
    />
  )
}

interface ChosenProps {
  readonly list: readonly MenuEntry[]
  readonly menuId: string | null
  readonly onReorder: (parentId: string | null, menuIds: readonly string[]) => Promise<void>
  readonly onChanged: () => void
}

function Chosen({ list, menuId, onReorder, onChanged }: ChosenProps) {
  const entry = list.find(one => one.menuId === menuId)
  if (entry === undefined) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('选择左边的菜单进行修改，拖动可以排序')} />
  const move = (by: -1 | 1): void => {
    const menuIds = movedBy(list, entry.menuId, by)
    if (menuIds !== null) void onReorder(entry.parentId, menuIds)
  }
  const remove = async (): Promise<void> => {
    if (await done(api.write('/menuSetting/delete', { menuId: entry.menuId }))) onChanged()
  }
  return (
    <>
      <div className="zg-office-row" style={{ justifyContent: 'space-between' }}>
        <span className="zg-office-row">
          <strong>{entry.title}</strong>
          {entry.isOwn && <Tag>{t('自建')}</Tag>}
          {entry.isChanged && <Tag>{t('已改')}</Tag>}
        </span>
        <span className="zg-office-row">
          <Button icon={<ArrowUpOutlined />} disabled={movedBy(list, entry.menuId, -1) === null} onClick={() => move(-1)}>
            {t('上移')}
          </Button>
          <Button icon={<ArrowDownOutlined />} disabled={movedBy(list, entry.menuId, 1) === null} onClick={() => move(1)}>
            {t('下移')}
          </Button>
          {entry.isOwn && (
            <Popconfirm
              title={t('确定要删除“{name}”吗？', { name: entry.title })}
              okText={t('删除')}
              cancelText={t('取消')}
              onConfirm={() => void remove()}
            >
              <Button danger>{t('删除')}</Button>
            </Popconfirm>
          )}
          {entry.isChanged && <Button onClick={() => void remove()}>{t('还原')}</Button>}
        </span>
      </div>
      <MenuForm key={`${entry.menuId} ${JSON.stringify(entry)}`} entry={entry} onDone={onChanged} />
    </>
  )
}
