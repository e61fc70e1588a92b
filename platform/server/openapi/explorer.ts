/** The page at /docs: Swagger UI's own files, and a few lines that point it at our document with the session of this browser. */

export const explorerPage = `<!doctype html>
<html lang="zh-CN">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>掌柜接口文档</title>
    <link rel="stylesheet" href="/docs/files/swagger-ui.css" />
    <link rel="icon" href="data:," />
  </head>
  <body>
    <div id="docs"></div>
    <script src="/docs/files/swagger-ui-bundle.js"></script>
    <script src="/docs/explorer.js"></script>
  </body>
</html>
`

/** The token is the one that the shell keeps under this name (platform/web/api/session.ts); nothing is sent elsewhere. */
export const explorerScript = (documentUrl: string, tokenKey: string): string => `'use strict'
const signIn = request => {
  const token = localStorage.getItem(${JSON.stringify(tokenKey)})
  if (token && !request.headers.Authorization) request.headers.Authorization = 'Bearer ' + token
  return request
}
fetch(${JSON.stringify(documentUrl)}, signIn({ headers: {} })).then(async answer => {
  const body = await answer.json()
  if (!answer.ok) {
    document.getElementById('docs').textContent = body.msg + '。请先在本浏览器登录掌柜，再打开此页。'
    return
  }
  SwaggerUIBundle({
    spec: body,
    dom_id: '#docs',
    deepLinking: true,
    docExpansion: 'none',
    filter: true,
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
    requestInterceptor: signIn,
  })
})
`

/** Swagger UI writes styles into elements and draws its arrows from data addresses; scripts are files only. */
export const explorerPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
