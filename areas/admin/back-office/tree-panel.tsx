/** A tree at the left of a back office page: searched by Chinese, pinyin or initials, opened and closed as a whole, its nodes dragged. */
import { MinusSquareOutlined, PlusSquareOutlined } from '@ant-design/icons'
import { Button, Empty, Input, Tooltip, Tree, type TreeDataNode, type TreeProps } from 'antd'
import { useState, type ReactNode } from 'react'
import { t } from '#platform/web/i18n/t.ts'
import { matchesText } from './matches-text.tsx'
import { childrenById, narrowed, parentIds, type Drop, type BackOfficeNode } from './back-office-tree.tsx'
import { clearableText } from '#platform/web/widgets/clearable.tsx'

export interface PanelNode extends BackOfficeNode {
  readonly title: ReactNode
  readonly icon?: ReactNode
}

interface TreePanelProps {
  readonly label: string
  readonly placeholder: string
  readonly nodes: readonly PanelNode[]
  readonly chosen: string | null
  readonly onChoose: (id: string | null) => void
  /** open at first; a deep tree would bury its top */
  readonly open: readonly string[]
  /** absent: nothing can be dragged */
  readonly onDrop?: (drop: Drop) => void
  readonly empty: string
}

function treeData(nodes: readonly PanelNode[], shown: ReadonlySet<string> | null): TreeDataNode[] {
  const children = childrenById(nodes)
  const drawn = new Set<string>()
  const below = (id: string | null): TreeDataNode[] =>
    (children.get(id) ?? []).flatMap(one => {
      // a circle in the data is cut where it begins
      if (drawn.has(one.id) || (shown !== null && !shown.has(one.id))) return []
      drawn.add(one.id)
      return [{ key: one.id, title: one.title, icon: one.icon, children: below(one.id) }]
    })
  return below(null)
}

export function TreePanel({ label, placeholder, nodes, chosen, onChoose, open, onDrop, empty }: TreePanelProps) {
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState<readonly string[]>(open)
  const found = typed === '' ? null : narrowed(nodes, typed, matchesText)
  const search = (text: string): void => {
    const next = text.trim()
    setTyped(next)
    if (next !== '') setOpened([...new Set([...opened, ...narrowed(nodes, next, matchesText).open])])
  }
  const drop: TreeProps['onDrop'] = ({ node, dragNode, dropToGap, dropPosition }) =>
    onDrop?.({
      draggedId: String(dragNode.key),
      targetId: String(node.key),
      toGap: dropToGap,
      // antd counts from the target's own place
      before: dropPosition < Number(node.pos.split('-').at(-1)),
    })
  if (nodes.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />
  return (
    <>
      <div className="zg-office-search">
        <Input.Search
          allowClear={clearableText()}
          aria-label={placeholder}
          placeholder={placeholder}
          onChange={event => search(event.target.value)}
        />
        <Tooltip title={t('全部展开')}>
          <Button
            type="text"
            icon={<PlusSquareOutlined aria-hidden />}
            aria-label={t('全部展开')}
            onClick={() => setOpened(parentIds(nodes))}
          />
        </Tooltip>
        <Tooltip title={t('全部收起')}>
          <Button type="text" icon={<MinusSquareOutlined aria-hidden />} aria-label={t('全部收起')} onClick={() => setOpened([])} />
        </Tooltip>
      </div>
      {found?.hits === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('没有匹配“{typed}”的内容', { typed })} />
      ) : (
        <Tree
          aria-label={label}
          blockNode
          showIcon
          // where a hit would be dropped among those not shown can't be seen
          draggable={onDrop !== undefined && found === null ? { icon: false } : false}
          expandedKeys={[...opened]}
          onExpand={keys => setOpened(keys.map(String))}
          selectedKeys={chosen === null ? [] : [chosen]}
          treeData={treeData(nodes, found?.shown ?? null)}
          onSelect={keys => onChoose(keys[0] === undefined ? null : String(keys[0]))}
          onDrop={drop}
        />
      )}
    </>
  )
}
