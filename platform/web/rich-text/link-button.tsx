/** Sets, changes or takes away the link of the selected text. */
import { LinkOutlined } from '@ant-design/icons'
import type { Editor } from '@tiptap/react'
import { Button, Input, Popover, Space } from 'antd'
import { useState } from 'react'
import { t } from '../i18n/t.ts'

/** An address as a person writes it, with its scheme; null: not one that may be linked to. */
export function linkOf(written: string): string | null {
  const address = written.trim()
  if (/^mailto:\S+@\S+$/i.test(address)) return address
  const full = /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`
  return /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(full) ? full : null
}

export function LinkButton({ editor }: { editor: Editor }) {
  const [address, setAddress] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  const current: unknown = editor.getAttributes('link')['href']
  const toggle = (open: boolean): void => {
    setWrong(false)
    setAddress(open ? (typeof current === 'string' ? current : '') : null)
  }
  const set = (): void => {
    const href = linkOf(address ?? '')
    setWrong(href === null)
    if (href === null) return
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && typeof current !== 'string')
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    setAddress(null)
  }
  return (
    <Popover
      trigger="click"
      open={address !== null}
      onOpenChange={toggle}
      content={
        <Space orientation="vertical">
          <Input
            aria-label={t('链接地址')}
            placeholder="https://"
            status={isWrong ? 'error' : ''}
            value={address ?? ''}
            onChange={event => setAddress(event.target.value)}
            onPressEnter={event => {
              event.preventDefault()
              set()
            }}
          />
          {isWrong ? <span role="alert">{t('请输入完整的网址，例如 https://www.example.com')}</span> : null}
          <Space>
            <Button type="primary" size="small" onClick={set}>
              {t('设置链接')}
            </Button>
            {typeof current === 'string' ? (
              <Button
                size="small"
                onClick={() => {
                  editor.chain().focus().extendMarkRange('link').unsetLink().run()
                  setAddress(null)
                }}
              >
                {t('取消链接')}
              </Button>
            ) : null}
          </Space>
        </Space>
      }
    >
      <Button
        type={editor.isActive('link') ? 'primary' : 'text'}
        size="small"
        icon={<LinkOutlined aria-hidden />}
        aria-label={t('链接')}
        aria-pressed={editor.isActive('link')}
      />
    </Popover>
  )
}
