/** 安全: what one proves oneself by beside the password. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Input, List, Space } from 'antd'
import { useState } from 'react'
import { deviceName } from '#platform/format/user-agent.ts'
import { ApiError, api } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import { makePasskey, PasskeyLeft } from '#platform/web/shell/login/passkey.ts'
import { hasPasskeys } from '#platform/web/shell/login/used-passkey.ts'
import { RecoveryCodes } from '#platform/web/shell/login/recovery-codes.tsx'
import { useRefusable } from '#platform/web/shell/login/use-refusable.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { Asked } from '#platform/web/widgets/confirm.tsx'
import { OwnLinks } from './own-links.tsx'
import type { OwnFactor, OwnFactors as Held } from './answers.ts'

const factorsKey = ['ownFactors']

interface Begun {
  readonly key: string
  readonly picture: string
  readonly begun: string
}

/** A refusal has been shown by then. */
async function done<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof PasskeyLeft) feedback.warning(error.message)
    else if (!(error instanceof ApiError)) throw error
    return null
  }
}

export function OwnFactors() {
  const queryClient = useQueryClient()
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: factorsKey,
    queryFn: ({ signal }) => api.post<Held>('/factor/list', {}, { signal }),
  })
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: factorsKey })
  const begin = async (): Promise<void> => setBegun(await done(api.post<Begun>('/factor/begin')))
  const addPasskey = async (): Promise<void> => {
    const made = await done(makePasskey(deviceName(navigator.userAgent) ?? t('通行密钥')))
    if (made !== null) setCodes(made.codes)
    refresh()
  }
  const renew = async (): Promise<void> => {
    const made = await done(api.post<{ codes: readonly string[] }>('/factor/codes'))
    if (made !== null) setCodes(made.codes)
    refresh()
  }
  const run = async (path: string, body: object = {}): Promise<void> => {
    await done(api.write(path, body))
    refresh()
  }
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Alert
        type={data.factors.length === 0 ? 'info' : 'success'}
        showIcon
        title={data.factors.length === 0 ? t('还没有开启第二步验证') : t('第二步验证已开启')}
        description={t('开启后，登录和敏感操作除了密码，还要验证器上的数字。')}
      />
      <Factors held={data} onRemove={id => void run('/factor/remove', { id })} />
      <Space wrap>
        <Button type="primary" onClick={() => void begin()}>
          {data.factors.some(one => one.kind === 1) ? t('更换验证器') : t('添加验证器')}
        </Button>
        {hasPasskeys() && <Button onClick={() => void addPasskey()}>{t('添加通行密钥')}</Button>}
        {data.factors.length > 0 && (
          <Asked loses={false} title={t('重新生成后，以前的恢复码全部失效。')} okText={t('重新生成')} onConfirm={() => void renew()}>
            <Button>{t('重新生成恢复码')}</Button>
          </Asked>
        )}
        {data.trustedDevices > 0 && <Button onClick={() => void run('/factor/forgetDevices')}>{t('不再信任所有设备')}</Button>}
      </Space>
      <OwnLinks />
      {begun !== null && (
        <AddAuthenticator
          begun={begun}
          onClose={made => {
            setBegun(null)
            setCodes(made)
            refresh()
          }}
        />
      )}
      {codes !== null && <NewCodes codes={codes} onClose={() => setCodes(null)} />}
    </>
  )
}

/** Shown once: there is no other way out of the dialog than that they were kept. */
function NewCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <TabModal
      open
      title={t('恢复码')}
      okText={t('我已保存')}
      cancelButtonProps={{ style: { display: 'none' } }}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      onOk={onClose}
    >
      <RecoveryCodes codes={codes} />
    </TabModal>
  )
}

function Factors({ held, onRemove }: { held: Held; onRemove: (id: string) => void }) {
  const title = ({ kind, name }: OwnFactor): string => (kind === 1 ? t('验证器') : name)
  return (
    <List
      dataSource={[...held.factors]}
      rowKey="id"
      locale={{ emptyText: t('还没有验证方式') }}
      footer={
        held.factors.length === 0
          ? undefined
          : `${t('剩余恢复码 {n} 个', { n: held.codes })} · ${t('受信任的设备 {n} 台', { n: held.trustedDevices })}`
      }
      renderItem={one => (
        <List.Item
          actions={[
            <Asked
              key="remove"
              loses
              title={t('移除“{title}”？', { title: title(one) })}
              okText={t('移除')}
              onConfirm={() => onRemove(one.id)}
            >
              <Button type="link">{t('移除')}</Button>
            </Asked>,
          ]}
        >
          <List.Item.Meta
            title={title(one)}
            description={
              one.usedAt === null
                ? t('添加于 {at}', { at: showInstant(one.madeAt) })
                : `${t('添加于 {at}', { at: showInstant(one.madeAt) })} · ${t('最近使用 {at}', { at: showInstant(one.usedAt) })}`
            }
          />
        </List.Item>
      )}
    />
  )
}

/** The picture, and the first figures. */
function AddAuthenticator({ begun, onClose }: { begun: Begun; onClose: (codes: readonly string[] | null) => void }) {
  const [form] = Form.useForm<{ code: string }>()
  const { refusal, busy, attempt } = useRefusable(form)
  const confirm = async ({ code }: { code: string }): Promise<void> => {
    let codes: readonly string[] | null = null
    const isDone = await attempt(async () => {
      const body = { begun: begun.begun, code }
      ;({ codes } = await api.post<{ codes: readonly string[] | null }>('/factor/confirm', body, { quiet: true }))
    })
    if (isDone) onClose(codes)
  }
  return (
    <TabModal
      open
      title={t('添加验证器')}
      okText={t('确认')}
      confirmLoading={busy}
      onCancel={() => onClose(null)}
      onOk={() => form.submit()}
    >
      <p>{t('用手机上的验证器应用扫描，再输入它显示的 6 位数字。')}</p>
      <img className="zg-own-picture" src={begun.picture} alt={t('验证器二维码')} width={200} height={200} />
      <p>
        {t('无法扫描时输入密钥：')}
        <code>{begun.key}</code>
      </p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={typed => void confirm(typed)}>
        <Form.Item
          name="code"
          label={t('验证码')}
          {...(refusal === null ? {} : { validateStatus: 'error' as const, help: refusal })}
          rules={[{ required: true, whitespace: true, message: t('请输入验证码') }]}
        >
          <Input autoFocus autoComplete="one-time-code" inputMode="numeric" maxLength={10} />
        </Form.Item>
      </Form>
    </TabModal>
  )
}
