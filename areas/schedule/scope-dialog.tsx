/** Of a series: which of its times are meant. */
import { Radio, Space } from 'antd'
import { useState } from 'react'
import { t } from '#platform/web/i18n/t.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'

export interface SeriesQuestion {
  readonly verb: 'edit' | 'remove'
  readonly occurrenceOn: string
  /** writes, with the answer beside its own body */
  done(more: { scope: 1 | 2 | 3; occurrenceOn: string }): Promise<boolean>
}

export function ScopeDialog({ asked, onClose }: { asked: SeriesQuestion; onClose: () => void }) {
  const [scope, setScope] = useState<1 | 2 | 3>(1)
  const [isBusy, setBusy] = useState(false)
  const confirm = async (): Promise<void> => {
    setBusy(true)
    await asked.done({ scope, occurrenceOn: asked.occurrenceOn })
    onClose()
  }
  return (
    <TabModal
      title={asked.verb === 'edit' ? t('修改重复的日程') : t('删除重复的日程')}
      open
      width={400}
      okText={t('确定')}
      okButtonProps={asked.verb === 'remove' ? { danger: true, type: 'default' } : {}}
      confirmLoading={isBusy}
      onOk={() => void confirm()}
      onCancel={onClose}
    >
      <Radio.Group value={scope} onChange={event => setScope(event.target.value as 1 | 2 | 3)}>
        <Space orientation="vertical">
          <Radio value={1}>{t('只这一次（{day}）', { day: asked.occurrenceOn })}</Radio>
          <Radio value={2}>{t('这一次及以后')}</Radio>
          <Radio value={3}>{t('全部')}</Radio>
        </Space>
      </Radio.Group>
    </TabModal>
  )
}
