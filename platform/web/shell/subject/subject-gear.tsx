/** What is set up behind the gear of a subject, each page with its line of help. On one of them the button names it: 设置 / 费用类型映射. */
import { SettingOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { tabWith, type SubjectTab, type SubjectView } from '../../page/subjects.ts'
import type { MenuNode } from '../../page/profile.ts'
import { shellKey } from '../../page/shell-context.ts'

interface GearProps {
  readonly view: SubjectView
  readonly front: MenuNode
  readonly pageOf: (tab: SubjectTab) => MenuNode | undefined
  readonly onGo: (tab: SubjectTab) => void
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
}

/** Lines of help by menu id, of all gears at once; beside the menus, which each page loads, they would be a tenth more. */
function useHints(isWanted: boolean): Readonly<Record<string, string>> {
  const { data = {} } = useQuery({
    queryKey: [shellKey, 'hints'],
    queryFn: ({ signal }) => api.get<Readonly<Record<string, string>>>('/menuSetting/hints', undefined, { quiet: true, signal }),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  })
  return data
}

export function SubjectGear({ view, front, pageOf, onGo, open, onOpen }: GearProps) {
  const [isNear, setNear] = useState(false)
  const hints = useHints(open || isNear)
  const own = tabWith(view.gear, front)
  const label = own === undefined ? view.gearTitle : `${view.gearTitle} / ${own.title}`
  return (
    <Dropdown
      trigger={['click']}
      open={open}
      onOpenChange={onOpen}
      autoFocus
      menu={{
        items: view.gear.map(tab => ({
          key: tab.key,
          label: (
            <a className="zg-subject-set-up" href={pageOf(tab)?.path}>
              {tab.title}
              {/* its line has its place before it is there */}
              <small>{hints[tab.pages[0]?.menu.menuId ?? ''] ?? ' '}</small>
            </a>
          ),
        })),
        selectable: true,
        selectedKeys: own === undefined ? [] : [own.key],
        onClick({ key, domEvent }) {
          domEvent.preventDefault()
          const tab = view.gear.find(one => one.key === key)
          if (tab !== undefined) onGo(tab)
        },
      }}
    >
      <Button
        type="text"
        className="zg-subject-gear"
        icon={<SettingOutlined aria-hidden />}
        aria-label={label}
        onPointerEnter={() => setNear(true)}
        {...(own === undefined ? {} : { 'aria-current': 'page' as const })}
      >
        <span className="zg-wide-only">{label}</span>
      </Button>
    </Dropdown>
  )
}
