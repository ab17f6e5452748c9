//! The browser client, embedded in the binary.

use axum::body::Body;
use axum::http::response::Builder;
use axum::http::{HeaderMap, Response, StatusCode, Uri, header};
use rust_embed::{EmbeddedFile, RustEmbed};

/// What `npm run build` left in `web/dist`; nothing when it never ran.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

/// What the page may load and talk to: this room and nobody else. Nothing stands in the page itself that could be
/// run or shown: scripts, styles and pictures are files, and `style:` in a component goes through the object model.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; \
                      media-src 'self'; manifest-src 'self'; connect-src 'self'; frame-ancestors 'none'; \
                      base-uri 'none'; form-action 'self'";

/// The same for a line of text, and for the page below, whose style stands in it.
const PLAIN_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

/// A page for a room that was built without its client.
const NOT_BUILT: &str = "<!doctype html>
<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">
<title>Kozyr</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:36em;margin:15vh auto;padding:0 1em;\
background:#12211c;color:#f4f1ea}code{background:#0006;padding:.1em .4em;border-radius:.3em}</style>
<h1>Kozyr</h1>
<p lang=\"ru\">Сервер работает, но страница ещё не собрана. Остановите его и запустите <code>make run</code>:
она соберётся сама (нужен Node 20).
<p>The server is running, but its page has not been built yet. Stop it and run <code>make run</code>,
which builds it (Node 20 is needed).
</html>
";

/// A file of the client. What is no file is a place inside the page, which finds its own way.
pub(crate) async fn page(uri: Uri, headers: HeaderMap) -> Response<Body> {
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = Dist::get(path).filter(|_| !path.is_empty()) {
        return respond(path, file, &headers);
    }
    if path.rsplit('/').next().is_some_and(|last| last.contains('.')) {
        return plain(StatusCode::NOT_FOUND, "text/plain; charset=utf-8", "there is no such file\n");
    }
    match Dist::get("index.html") {
        Some(file) => respond("index.html", file, &headers),
        None => plain(StatusCode::OK, "text/html; charset=utf-8", NOT_BUILT),
    }
}

/// The file, packed if it is there so and the browser takes it.
fn respond(path: &str, plain: EmbeddedFile, headers: &HeaderMap) -> Response<Body> {
    let small = takes_gzip(headers).then(|| Dist::get(&format!("{path}.gz"))).flatten();
    let packed = small.is_some();
    let file = small.unwrap_or(plain);
    let hash: String = file.metadata.sha256_hash()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    // Vite puts the hash of a file into the names under assets/: what has one never changes.
    let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let builder = safe(POLICY)
        .header(header::ETAG, &tag)
        .header(header::CACHE_CONTROL, cache)
        .header(header::CONTENT_TYPE, content_type(path));
    let builder = builder.header(header::VARY, "accept-encoding");
    let builder = if packed { builder.header(header::CONTENT_ENCODING, "gzip") } else { builder };
    let response = if knows(headers, &tag) {
        builder.status(StatusCode::NOT_MODIFIED).body(Body::empty())
    } else {
        builder.body(Body::from(file.data.into_owned()))
    };
    response.expect("all headers are plain text")
}

fn plain(status: StatusCode, kind: &str, text: &'static str) -> Response<Body> {
    safe(PLAIN_POLICY)
        .status(status)
        .header(header::CONTENT_TYPE, kind)
        .header(header::CACHE_CONTROL, "no-store")
        .body(Body::from(text))
        .expect("all headers are plain text")
}

/// What every answer to a browser says: believe the type, tell nobody where you come from, and let no other
/// site's page hold this one or what it loads.
fn safe(policy: &'static str) -> Builder {
    Response::builder()
        .header(header::CONTENT_SECURITY_POLICY, policy)
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(header::REFERRER_POLICY, "no-referrer")
        .header("cross-origin-opener-policy", "same-origin")
        .header("cross-origin-resource-policy", "same-origin")
}

/// Does the browser take gzip? `gzip;q=0` says that it does not.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let taken = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    taken.flat_map(|list| list.split(',')).any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        parts.next() == Some("gzip") && !parts.any(|quality| matches!(quality, "q=0" | "q=0.0" | "q=0.00"))
    })
}

/// Does the browser have what has this tag? A proxy that compresses makes the tag a weak one.
fn knows(headers: &HeaderMap, tag: &str) -> bool {
    let tags = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    tags.flat_map(|tags| tags.split(',')).any(|have| have.trim().trim_start_matches("W/") == tag)
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_files_go_to_those_who_take_them() {
        for (taken, packed) in [
            (vec!["gzip"], true),
            (vec!["br, gzip;q=0.8"], true),
            (vec!["br", "deflate, gzip"], true),
            (vec!["gzip;q=0"], false),
            (vec!["br, identity"], false),
            (vec!["xgzip"], false),
            (vec![], false),
        ] {
            let mut headers = HeaderMap::new();
            for line in &taken {
                headers.append(header::ACCEPT_ENCODING, line.parse().unwrap());
            }
            assert_eq!(takes_gzip(&headers), packed, "{taken:?}");
        }
    }
}
