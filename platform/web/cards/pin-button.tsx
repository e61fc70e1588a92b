/** 固定到首页: the list or report as it stands becomes a card of the home page, under a name. */
import { AppstoreAddOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input, Popover } from 'antd'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { useIsMobile } from '../page/use-is-mobile.ts'
import { useIsShown } from '../page/page-context.ts'
import { homeCardsKey } from './use-home-cards.ts'

const titleMax = 50

/** `type`: of the list, or the name of the report. On a phone it stands among other tools, with its word. */
export function PinButton({ type, title }: { type: string; title: string }) {
  const isShown = useIsShown()
  const isMobile = useIsMobile()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const pin = async (name: string): Promise<void> => {
    setBusy(true)
    try {
      // the address of the page that shows carries all of its state
      await api.write('/homeCard/pin', { type, title: name.trim() || title, url: window.location.pathname + window.location.search })
      setOpen(false)
      feedback.success(t('已固定到首页'))
      await client.invalidateQueries({ queryKey: homeCardsKey })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      title={t('固定到首页')}
      open={isOpen && isShown}
      onOpenChange={setOpen}
      destroyOnHidden
      content={
        <Form<{ name: string }>
          layout="inline"
          className="zg-pin-form"
          initialValues={{ name: title.slice(0, titleMax) }}
          onFinish={({ name }) => void ignoreShownRefusal(pin(name ?? ''))}
        >
          <Form.Item name="name">
            <Input maxLength={titleMax} aria-label={t('卡片名称')} placeholder={title} autoFocus />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={busy}>
            {t('固定')}
          </Button>
        </Form>
      }
    >
      {isMobile ? (
        <Button icon={<AppstoreAddOutlined aria-hidden />}>{t('固定到首页')}</Button>
      ) : (
        <Button type="text" size="small" icon={<AppstoreAddOutlined aria-hidden />} aria-label={t('固定到首页')} title={t('固定到首页')} />
      )}
    </Popover>
  )
}
