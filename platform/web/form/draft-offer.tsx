/** What was typed here before and never saved: to be taken up again or thrown away. */
import { Alert, Button, Space } from 'antd'
import dayjs from 'dayjs'
import { t } from '../i18n/t.ts'
import type { Draft } from './draft-store.ts'

interface DraftOfferProps {
  readonly draft: Draft | null
  readonly onTake: () => void
  readonly onDrop: () => void
}

export function DraftOffer({ draft, onTake, onDrop }: DraftOfferProps) {
  if (draft === null) return null
  return (
    <Alert
      type="info"
      showIcon
      title={t('{time} 填写的内容还没有保存', { time: dayjs(draft.savedAtMs).format('MM-DD HH:mm') })}
      action={
        <Space>
          <Button size="small" onClick={onTake}>
            {t('恢复草稿')}
          </Button>
          <Button size="small" type="text" onClick={onDrop}>
            {t('放弃')}
          </Button>
        </Space>
      }
    />
  )
}
