/** All open pages below each other; where they are many, a field above them looks for one. */
import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, Input } from 'antd'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { clearableText } from '../../widgets/clearable.tsx'
import type { Tab } from './tab-rules.ts'

/** More than these are not taken in at a glance. */
const glanceMax = 8

interface TabMenuProps {
  readonly tabs: readonly Tab[]
  readonly activeKey: string | null
  readonly onGo: (key: string) => void
}

export function TabMenu({ tabs, activeKey, onGo }: TabMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const [words, setWords] = useState('')
  const isMany = tabs.length > glanceMax
  const wanted = words.trim().toLowerCase()
  const found = isMany ? tabs.filter(tab => tab.title.toLowerCase().includes(wanted)) : tabs
  const go = (key: string): void => {
    setOpen(false)
    onGo(key)
  }
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      autoFocus={!isMany}
      open={isOpen}
      onOpenChange={open => {
        setOpen(open)
        setWords('')
      }}
      menu={{
        className: 'zg-tab-list',
        selectedKeys: activeKey === null ? [] : [activeKey],
        items: found.map(tab => ({ key: tab.key, label: tab.title })),
        onClick: ({ key }) => go(key),
      }}
      popupRender={menu =>
        isMany ? (
          <div className="zg-tab-search">
            <Input
              autoFocus
              allowClear={clearableText()}
              aria-label={t('查找标签')}
              placeholder={t('查找标签')}
              value={words}
              onChange={event => setWords(event.target.value)}
              onPressEnter={() => found[0] !== undefined && go(found[0].key)}
            />
            {found.length === 0 ? <p>{t('没有这个标签')}</p> : menu}
          </div>
        ) : (
          menu
        )
      }
    >
      <Button type="text" icon={<DownOutlined aria-hidden />} aria-label={t('全部标签')} title={t('全部标签')} />
    </Dropdown>
  )
}
