//! Requests of a browser on this machine. Only who knows the token is answered, only under the addresses of this machine, and
//! only so much at a time.
//!
//! | refused | why |
//! |---|---|
//! | another `Host` | a name of somebody else that leads here (DNS rebinding) |
//! | another `Origin` | a page of somebody else that asks here |
//! | no token, or a wrong one | another user or program of this machine |
//! | long bodies, many connections, slow headers | they would hold up the others |

use super::assets::asset;
use super::desk::{self, Desk, Task};
use super::language::Language;
use super::news::News;
use crate::studio::MOST_REQUEST;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, oneshot};

/// The most connections at a time.
const MOST_CONNECTIONS: usize = 64;
/// How long a browser may take for its headers.
const HEADERS: Duration = Duration::from_secs(10);
/// How long a page waits for news before it asks again.
const NEWS: Duration = Duration::from_secs(25);
/// The header with the token.
const TOKEN: &str = "x-cardwright-token";
/// What the page may load and run: its own files, and nothing from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; \
                      form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/// What all requests share.
struct Shared {
    token: String,
    port: u16,
    desk: Desk,
    /// For what takes long: checks of everything, and cases. Games do not wait for these.
    reviewer: Desk,
    root: PathBuf,
    language: Language,
    news: News,
}

/// Serves the project in a folder until the program is ended. `ready` learns the address.
pub(super) fn serve(root: &Path, port: u16, ready: impl FnOnce(&str)) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .max_blocking_threads(MOST_CONNECTIONS)
        .enable_io()
        .enable_time()
        .build()
        .map_err(|error| error.to_string())?;
    runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .await
            .map_err(|error| format!("port {port} cannot be used: {error}"))?;
        let port = listener.local_addr().map_err(|error| error.to_string())?.port();
        let news = News::new();
        let shared = Arc::new(Shared {
            token: token()?,
            port,
            desk: desk::open(root, &news)?,
            reviewer: desk::open(root, &News::new())?,
            root: root.to_path_buf(),
            language: Language::new(&news),
            news,
        });
        ready(&format!("http://127.0.0.1:{port}/?token={}", shared.token));
        accept(&listener, &shared).await;
        Ok(())
    })
}

/// A token that nobody can guess.
fn token() -> Result<String, String> {
    let mut bytes = [0; 24];
    getrandom::fill(&mut bytes).map_err(|error| format!("a token cannot be created: {error}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

async fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(permit) = Arc::clone(&room).acquire_owned().await else {
            return;
        };
        // A connection that cannot be accepted is the browser's loss; the next one may be fine.
        let Ok((stream, _)) = listener.accept().await else {
            continue;
        };
        let shared = Arc::clone(shared);
        tokio::spawn(async move {
            let service = service_fn(move |request| {
                let shared = Arc::clone(&shared);
                async move { Ok::<_, Infallible>(answer(&shared, request).await) }
            });
            let mut http = hyper::server::conn::http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(HEADERS);
            // A browser that goes away in the midst of an answer is no error.
            drop(http.serve_connection(TokioIo::new(stream), service).await);
            drop(permit);
        });
    }
}

type Answer = Response<Full<Bytes>>;

async fn answer(shared: &Arc<Shared>, request: Request<Incoming>) -> Answer {
    if !is_from_here(request.headers(), shared.port) {
        return refusal(StatusCode::FORBIDDEN, "this address works only on this machine");
    }
    let path = request.uri().path().to_owned();
    if request.method() == Method::GET
        && let Some(asset) = asset(&path)
    {
        return file(asset.kind, asset.bytes);
    }
    if !has_token(request.headers(), &shared.token) {
        return refusal(
            StatusCode::UNAUTHORIZED,
            "the token is missing or wrong: open the address that the program printed",
        );
    }
    match (request.method(), path.as_str()) {
        (&Method::POST, "/api") => api(shared, request).await,
        (&Method::GET, "/news") => news(shared, request.uri().query()).await,
        _ => refusal(StatusCode::NOT_FOUND, "there is nothing at this address"),
    }
}

/// Whether a request was sent to an address of this machine, and by no page of somebody else.
fn is_from_here(headers: &HeaderMap, port: u16) -> bool {
    let own = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let text = |name| {
        headers
            .get(name)
            .map(|value: &HeaderValue| value.to_str().unwrap_or_default())
    };
    let host = text(header::HOST).is_some_and(|host| own.iter().any(|one| one == host));
    let origin =
        text(header::ORIGIN).is_none_or(|origin| own.iter().any(|one| origin == format!("http://{one}")));
    host && origin
}

/// Whether the token is there. All of it is compared, so that the time tells nothing.
fn has_token(headers: &HeaderMap, token: &str) -> bool {
    let given = headers.get(TOKEN).map_or(&[][..], HeaderValue::as_bytes);
    let differs = given
        .iter()
        .zip(token.as_bytes())
        .fold(0, |differs, (one, other)| differs | (one ^ other));
    given.len() == token.len() && differs == 0
}

async fn api(shared: &Arc<Shared>, request: Request<Incoming>) -> Answer {
    let body = match Limited::new(request.into_body(), MOST_REQUEST).collect().await {
        Ok(body) => body.to_bytes(),
        Err(_) => {
            let why = format!("a request has at most {MOST_REQUEST} bytes");
            return refusal(StatusCode::PAYLOAD_TOO_LARGE, &why);
        }
    };
    let Ok(text) = String::from_utf8(body.to_vec()) else {
        return refusal(StatusCode::BAD_REQUEST, "a request must be JSON");
    };
    match spoken(&text) {
        Some((page, message)) => {
            let shared = Arc::clone(shared);
            let asked = tokio::task::spawn_blocking(move || shared.language.ask(&page, &message)).await;
            let told = asked.unwrap_or_else(|error| Err(error.to_string()));
            json_answer(&match told {
                Ok(messages) => json!({ "ok": messages }),
                Err(error) => json!({ "error": error }),
            })
        }
        None => ask_desk(shared, text).await,
    }
}

/// What a page says to the language service: its own name, and the message.
fn spoken(text: &str) -> Option<(String, Value)> {
    // Only such a request is parsed twice.
    if !text.contains("\"lsp\"") {
        return None;
    }
    let value: Value = serde_json::from_str(text).ok()?;
    if value.get("ask")?.as_str()? != "lsp" {
        return None;
    }
    let page = value.get("page").and_then(Value::as_str).unwrap_or("page");
    Some((page.to_owned(), value.get("message").cloned().unwrap_or_default()))
}

async fn ask_desk(shared: &Shared, text: String) -> Answer {
    let (to, answer) = oneshot::channel();
    let head: Head = serde_json::from_str(&text).unwrap_or_default();
    let takes_long = (head.ask == "check" && head.file.is_none()) || head.ask == "cases";
    let desk = if takes_long {
        shared.reviewer.clone()
    } else {
        shared.desk.clone()
    };
    let written = head.file.filter(|_| head.ask == "write");
    // The desk takes one after the other; a full one makes this request wait, and no other thread.
    let sent = tokio::task::spawn_blocking(move || desk.send(Task::Answer(text, to)).is_ok()).await;
    if !sent.unwrap_or(false) {
        return refusal(StatusCode::SERVICE_UNAVAILABLE, "the studio has ended");
    }
    match answer.await {
        Ok(text) => {
            if let Some(name) = written {
                let (desk, path) = (shared.reviewer.clone(), shared.root.join(name));
                // A reviewer that has ended is told nothing.
                drop(tokio::task::spawn_blocking(move || {
                    desk.send(Task::Changed(vec![path])).is_ok()
                }));
            }
            file("application/json", text.into_bytes())
        }
        Err(_) => refusal(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the studio could not answer this",
        ),
    }
}

/// What tells where a request goes.
#[derive(Default, serde::Deserialize)]
struct Head {
    #[serde(default)]
    ask: String,
    #[serde(default)]
    file: Option<String>,
}

async fn news(shared: &Shared, query: Option<&str>) -> Answer {
    let since = query.and_then(|query| query.strip_prefix("since="));
    let since = since.and_then(|number| number.parse().ok()).unwrap_or(0);
    let waited = tokio::time::timeout(NEWS, shared.news.since(since)).await;
    let (number, changed) = waited.unwrap_or((since, Vec::new()));
    json_answer(&json!({ "number": number, "changed": changed }))
}

fn json_answer(value: &Value) -> Answer {
    file("application/json", value.to_string().into_bytes())
}

fn refusal(status: StatusCode, why: &str) -> Answer {
    let mut answer = json_answer(&json!({ "error": why }));
    *answer.status_mut() = status;
    answer
}

fn file(kind: &'static str, bytes: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Full::new(bytes.into()));
    let headers = answer.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    answer
}
