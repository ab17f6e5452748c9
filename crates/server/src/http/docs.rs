//! Two small pages that are no part of the client: the API's document for whoever writes one, and the admin's page.

use axum::body::Body;
use axum::http::{Response, header};

const PAGE: &str = include_str!("docs.html");
const SCRIPT: &str = include_str!("docs.js");
const ADMIN_PAGE: &str = include_str!("admin.html");
const ADMIN_SCRIPT: &str = include_str!("admin.js");
/// The page may load its own script and the document, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; \
                      frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// `/api`.
pub(crate) async fn page() -> Response<Body> {
    file("text/html; charset=utf-8", PAGE)
}

/// `/api/docs.js`.
pub(crate) async fn script() -> Response<Body> {
    file("text/javascript; charset=utf-8", SCRIPT)
}

/// `/admin`.
pub(crate) async fn admin_page() -> Response<Body> {
    file("text/html; charset=utf-8", ADMIN_PAGE)
}

/// `/admin/admin.js`.
pub(crate) async fn admin_script() -> Response<Body> {
    file("text/javascript; charset=utf-8", ADMIN_SCRIPT)
}

fn file(kind: &str, text: &'static str) -> Response<Body> {
    Response::builder()
        .header(header::CONTENT_TYPE, kind)
        .header(header::CONTENT_SECURITY_POLICY, POLICY)
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(header::REFERRER_POLICY, "no-referrer")
        .header(header::CACHE_CONTROL, "no-cache")
        .body(Body::from(text))
        .expect("all headers are plain text")
}
