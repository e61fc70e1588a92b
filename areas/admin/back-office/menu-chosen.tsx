/** The chosen menu entry: its place among the others by key, its settings, and the way back to what is declared. */
import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { Button, Empty, Modal, Select, Tag } from 'antd'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { askFirst } from '#platform/web/widgets/confirm.tsx'
import type { MenuEntry } from '../answers.ts'
import { succeeded } from './succeeded.tsx'
import { MenuForm } from './menu-form.tsx'
import { childrenOf, movedBy } from './menu-order.tsx'

interface ChosenProps {
  readonly list: readonly MenuEntry[]
  readonly entry: MenuEntry | undefined
  readonly onReorder: (parentId: string | null, menuIds: readonly string[]) => Promise<void>
  readonly onEdited: (isEdited: boolean) => void
  readonly onChanged: () => void
}

/** Another module for a group, at the end of its menu: what a drag does, by keys. */
function ModuleSelect({ list, entry, onReorder }: Pick<ChosenProps, 'list' | 'onReorder'> & { readonly entry: MenuEntry }) {
  const modules = list.filter(one => one.kind === 'module').map(one => ({ value: one.menuId, label: one.title }))
  return (
    <Select
      aria-label={t('所属应用')}
      popupMatchSelectWidth={false}
      value={entry.moduleId}
      options={modules}
      onChange={moduleId => void onReorder(moduleId, [...childrenOf(list, moduleId).map(one => one.menuId), entry.menuId])}
    />
  )
}

export function ChosenMenu({ list, entry, onReorder, onEdited, onChanged }: ChosenProps) {
  const [modal, questions] = Modal.useModal()
  if (entry === undefined) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('选择左边的菜单进行修改，拖动可以排序')} />
  const move = (by: -1 | 1): void => {
    const menuIds = movedBy(list, entry.menuId, by)
    if (menuIds !== null) void onReorder(entry.parentId, menuIds)
  }
  const remove = async (): Promise<void> => {
    if (!(await succeeded(api.write('/menuSetting/delete', { menuId: entry.menuId })))) return
    onEdited(false)
    onChanged()
  }
  const ask = (title: string, content: string, okText: string): void =>
    askFirst(modal, { title, content, okText, loses: true, onOk: remove })
  return (
    <>
      {questions}
      <div className="zg-office-row zg-office-head">
        <span className="zg-office-row">
          <strong className="zg-office-name">{entry.title}</strong>
          {entry.isOwn && <Tag>{t('自建')}</Tag>}
          {entry.isChanged && <Tag>{t('已改')}</Tag>}
          {entry.isStray && <Tag color="warning">{t('原分组已不存在')}</Tag>}
        </span>
        <span className="zg-office-row">
          {entry.kind === 'group' && <ModuleSelect list={list} entry={entry} onReorder={onReorder} />}
          <Button icon={<ArrowUpOutlined aria-hidden />} disabled={movedBy(list, entry.menuId, -1) === null} onClick={() => move(-1)}>
            {t('上移')}
          </Button>
          <Button icon={<ArrowDownOutlined aria-hidden />} disabled={movedBy(list, entry.menuId, 1) === null} onClick={() => move(1)}>
            {t('下移')}
          </Button>
          {entry.isOwn && (
            <Button
              danger
              onClick={() => ask(t('确定要删除“{name}”吗？', { name: entry.title }), t('只删除这个菜单，页面和数据不受影响。'), t('删除'))}
            >
              {t('删除')}
            </Button>
          )}
          {entry.isChanged && (
            <Button
              onClick={() =>
                ask(t('还原“{name}”？', { name: entry.title }), t('名称、图标、路径、顺序和开关都恢复为系统原来的。'), t('还原'))
              }
            >
              {t('还原')}
            </Button>
          )}
        </span>
      </div>
      <MenuForm key={entry.menuId} entry={entry} onEdited={onEdited} onDone={onChanged} />
    </>
  )
}
