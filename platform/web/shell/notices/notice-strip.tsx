/**
 * What concerns all pages: no connection, a newer version, a company that is still being made. A row at the foot: it lies over nothing.
 */
import { CloudSyncOutlined, DisconnectOutlined, ExclamationCircleOutlined, LoadingOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { memo, useEffect, useRef, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { isOffline } from '../../api/connection.ts'
import { t } from '../../i18n/t.ts'
import { reloadForVersion, useNewVersion } from './use-new-version.ts'
import { useFootRow } from '../../notice/use-foot-row.ts'
import { securityPath } from '../../page/own-pages.ts'
import { useShell } from '../../page/shell-context.ts'
import { useFirstFill } from './use-first-fill.ts'

/** Back on line the open page asks for what it could not get. */
function useOffline(): boolean {
  const offline = useSyncExternalStore(isOffline.subscribe, isOffline.get)
  const queryClient = useQueryClient()
  const was = useRef(offline)
  useEffect(() => {
    if (was.current && !offline) void queryClient.refetchQueries({ type: 'active' })
    was.current = offline
  }, [offline, queryClient])
  return offline
}

export const NoticeStrip = memo(function NoticeStrip() {
  const offline = useOffline()
  const hasNewVersion = useNewVersion()
  const filling = useFirstFill()
  const { factorDue = null } = useShell().profile
  const navigate = useNavigate()
  const isShown = offline || hasNewVersion || filling !== null || factorDue !== null
  useFootRow('strip', isShown)
  return (
    <div role="status">
      {offline && (
        <p className="zg-notice" data-kind="offline">
          <DisconnectOutlined aria-hidden /> <span>{t('网络已断开，恢复后自动继续，已填写的内容不会丢')}</span>
        </p>
      )}
      {!offline && hasNewVersion && (
        <p className="zg-notice">
          <CloudSyncOutlined aria-hidden /> <span>{t('系统已更新，打开其他页面时自动刷新')}</span>
          <Button type="link" size="small" onClick={reloadForVersion}>
            {t('立即刷新')}
          </Button>
        </p>
      )}
      {!offline && !hasNewVersion && filling !== null && (
        <p className="zg-notice" data-kind={filling.failed === null ? undefined : 'failed'}>
          {filling.failed === null ? (
            <>
              <LoadingOutlined aria-hidden />{' '}
              <span>{`${t('演示公司已完成 {percent}%', { percent: filling.percent })} · ${filling.doing}`}</span>
            </>
          ) : (
            <>
              <ExclamationCircleOutlined aria-hidden /> <span>{t('演示公司没有建完：{reason}', { reason: filling.failed })}</span>
            </>
          )}
        </p>
      )}
      {!offline && !hasNewVersion && filling === null && factorDue !== null && (
        <p className="zg-notice">
          <ExclamationCircleOutlined aria-hidden /> <span>{t('从 {day} 起登录要做第二步验证，请提前设置', { day: factorDue })}</span>
          <Button type="link" size="small" onClick={() => void navigate(securityPath)}>
            {t('去设置')}
          </Button>
        </p>
      )}
    </div>
  )
})
