// Shows the server's own OpenAPI document. The usual layout has a bar whose style the Content-Security-Policy forbids.
window.SwaggerUIBundle({
  url: '/docs/openapi.json',
  dom_id: '#reference',
  layout: 'BaseLayout',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
