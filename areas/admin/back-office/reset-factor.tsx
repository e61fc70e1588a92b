/** Takes the second factors of somebody away, for a reason that stands in the trail. */
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import { useSaving } from './use-saving.tsx'

export function ResetFactor({ employeeId, name }: { employeeId: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  const [form] = Form.useForm<{ reason: string }>()
  const saving = useSaving(form)
  const close = (): void => setOpen(false)
  const send = ({ reason }: { reason: string }): Promise<void> =>
    saving.save(
      () => api.write('/userManage/resetFactor', { employeeId, reason }, { quiet: true }),
      () => {
        close()
        feedback.success(t('已重置'))
      },
    )
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('重置第二步验证')}</Button>
      {isOpen && (
        <TabModal
          open
          title={t('重置 {name} 的第二步验证？', { name })}
          okText={t('重置')}
          okButtonProps={{ danger: true, type: 'default' }}
          confirmLoading={saving.busy}
          onCancel={close}
          onOk={() => form.submit()}
        >
          <p>
            {t(
              '验证器、通行密钥和恢复码全部移除，已登录的设备全部退出，本人会收到通知。此前匿名写的信、帖子和回复不再显示为本人所写，也不能再撤回。请写明原因。',
            )}
          </p>
          <Form form={form} layout="vertical" requiredMark={false} onFinish={typed => void send(typed)}>
            <Form.Item name="reason" label={t('原因')} rules={[{ required: true, whitespace: true, message: t('请填写原因') }]}>
              <Input autoFocus maxLength={200} />
            </Form.Item>
          </Form>
        </TabModal>
      )}
    </>
  )
}
